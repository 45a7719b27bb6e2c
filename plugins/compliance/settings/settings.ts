import { type Database, type PluginScope } from 'plinth';
import { checkValue } from './check-value.js';
import type { SettingDefinition, SettingGroupId, SettingValue } from './definition.js';
import { CHECKOUT } from './checkout.js';
import { COMPLIANCE } from './compliance.js';
import { GENERAL } from './general.js';
import { STOREFRONT } from './storefront.js';

export const DEFINITIONS: Readonly<Record<SettingGroupId, readonly SettingDefinition[]>> = {
  general: GENERAL,
  compliance: COMPLIANCE,
  storefront: STOREFRONT,
  checkout: CHECKOUT,
};

/** Labels and descriptions of the groups. */
export const GROUP_TEXTS: Readonly<Record<SettingGroupId, { readonly label: string; readonly description: string }>> = {
  general: { label: 'General settings', description: 'Company data and general plugin settings.' },
  compliance: {
    label: 'Legal requirements',
    description: 'Requirements under EU and Polish law, which you can turn on or off individually.',
  },
  storefront: { label: 'Storefront', description: 'Information on product pages and lists, and the product search.' },
  checkout: { label: 'Checkout and orders', description: 'Legal checkboxes, invoices, and order email attachments.' },
};

export const ALL_DEFINITIONS: readonly SettingDefinition[] = Object.values(DEFINITIONS).flat();

/** Job that regenerates the legal pages after a change of the settings. */
export const REFRESH_JOB = 'compliance/refresh_pages';

/** Settings stored elsewhere: the built-in checkboxes of the checkout. */
export interface CheckboxSwitches {
  read(): Promise<Readonly<Record<string, boolean>>>;
  write(checkbox: string, enabled: boolean): Promise<void>;
}

/** All settings at a point in time, by key. */
export interface SettingValues {
  flag(key: string): boolean;
  number(key: string): number;
  text(key: string): string;
  list(key: string): readonly string[];
}

export type SettingChanges = Readonly<Record<string, SettingValue>>;

/**
 * The plugin's settings.
 * @since 0.1.0
 */
export interface Settings {
  values(): Promise<SettingValues>;
  group(group: SettingGroupId): Promise<Record<string, SettingValue>>;
  /**
   * Validates submitted settings without storing anything: returns the values to store, or an error message for every
   * invalid key.
   */
  validate(
    group: SettingGroupId,
    sent: Readonly<Record<string, unknown>>,
  ): { readonly changes: SettingChanges } | { readonly errors: Record<string, string> };
  /** Stored values that are not valid, such as ones written directly to the database, with the reason. */
  findInvalid(): Promise<Readonly<Record<string, string>>>;
  /** Stores validated values, all or none; returns true when at least one of them changed. */
  update(group: SettingGroupId, changes: SettingChanges): Promise<boolean>;
}

type StoredSettings = Readonly<Record<string, SettingValue>>;

const TABLE = 'compliance_settings';

export function createSettings(scope: PluginScope, switches: CheckboxSwitches): Settings {
  const db: Database = scope.db;

  async function readStored(): Promise<StoredSettings> {
    const rows = await db()(TABLE).select('name', 'value');
    const stored = new Map(rows.map((row) => [row.name, JSON.parse(row.value) as SettingValue]));
    const checkboxes = await switches.read();
    return Object.fromEntries(
      ALL_DEFINITIONS.map((definition) => [definition.key, getValue(definition, stored, checkboxes)]),
    );
  }

  /** Read on each call, so that cache entries based on settings depend on them. */
  const getStored = (): Promise<StoredSettings> => scope.cache.get('compliance:settings', readStored);

  async function writeValue(name: string, value: SettingValue): Promise<void> {
    await db()(TABLE)
      .insert({ name, value: JSON.stringify(value) })
      .onConflict('name')
      .merge(['value']);
  }

  return {
    values: async () => getCachedValues(await getStored()),

    async group(group) {
      const values = await getStored();
      const keys = new Set(DEFINITIONS[group].map(({ key }) => key));
      return Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)));
    },

    validate(group, sent) {
      const definitions = new Map(DEFINITIONS[group].map((definition) => [definition.key, definition]));
      const changes: Record<string, SettingValue> = {};
      const errors: Record<string, string> = {};
      for (const [key, value] of Object.entries(sent)) {
        const definition = definitions.get(key);
        const result = definition
          ? checkValue(definition, value, scope)
          : { error: scope.__('This setting doesn’t exist in this group.') };
        if ('error' in result) errors[key] = result.error;
        else changes[key] = result.value;
      }
      return Object.keys(errors).length > 0 ? { errors } : { changes };
    },

    async findInvalid() {
      const definitions = new Map(ALL_DEFINITIONS.map((definition) => [definition.key, definition]));
      const rows = await db()(TABLE).orderBy('name').select('name', 'value');
      const invalidValues: Record<string, string> = {};
      for (const { name, value } of rows) {
        const definition = definitions.get(name);
        const result = definition
          ? checkValue(definition, JSON.parse(value), scope)
          : { error: scope.__('Unknown setting.') };
        if ('error' in result) invalidValues[name] = result.error;
      }
      return invalidValues;
    },

    async update(group, changes) {
      const definitions = new Map(DEFINITIONS[group].map((definition) => [definition.key, definition]));
      return db.withLock('compliance.settings', async () =>
        db.transaction(async () => {
          const before = await readStored();
          const differing = Object.entries(changes).filter(
            ([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value),
          );
          for (const [key, value] of differing) {
            const checkbox = definitions.get(key)?.checkbox;
            if (checkbox === undefined) await writeValue(key, value);
            else await switches.write(checkbox, value === true);
          }
          if (differing.length > 0)
            await scope.audit.record({
              action: 'compliance.settings_changed',
              subject: { kind: 'settings', id: group },
              details: {
                changes: Object.fromEntries(
                  differing.map(([key, value]) => [key, { from: before[key] ?? null, to: value }]),
                ),
              },
            });
          if (differing.length > 0) await scope.enqueueJob(REFRESH_JOB, {});
          return differing.length > 0;
        }),
      );
    },
  };
}

/** Cached settings share one reader object, so that code based on them can detect that they are unchanged. */
const readers = new WeakMap<StoredSettings, SettingValues>();

function getCachedValues(stored: StoredSettings): SettingValues {
  const cachedValues = readers.get(stored);
  if (cachedValues) return cachedValues;
  const values = createValues(stored);
  readers.set(stored, values);
  return values;
}

function createValues(stored: StoredSettings): SettingValues {
  return {
    flag: (key) => stored[key] === true,
    number: (key) => Number(stored[key]),
    text: (key) => String(stored[key]),
    list: (key) => (Array.isArray(stored[key]) ? (stored[key] as readonly string[]) : []),
  };
}

function getValue(
  { key, checkbox, default: fallback }: SettingDefinition,
  stored: ReadonlyMap<string, SettingValue>,
  checkboxes: Readonly<Record<string, boolean>>,
): SettingValue {
  if (checkbox !== undefined) return checkboxes[checkbox] ?? false;
  return stored.get(key) ?? fallback;
}
