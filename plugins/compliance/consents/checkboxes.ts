import { randomBytes } from 'node:crypto';
import type { AuditApi, Database, Knex } from 'plinth';
import type { CheckboxSwitches } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import {
  type ConsentCheckbox,
  type CheckboxChanges,
  type CheckboxConditions,
  type CheckboxLocation,
  type CheckboxTranslations,
  NO_CONDITIONS,
} from './checkbox.js';
import { BUILT_IN_CHECKBOXES } from './built-in.js';
import type { CheckboxRow } from './tables.js';

export function toCheckbox(row: CheckboxRow): ConsentCheckbox {
  return {
    id: row.id,
    slug: row.slug,
    isCustom: row.seed_key.startsWith('own:'),
    label: row.label,
    required: row.required === 1,
    location: row.location,
    enabled: row.enabled === 1,
    position: row.position,
    legalPageId: row.legal_page_id,
    errorMessage: row.error_message,
    description: row.description,
    conditions: { ...NO_CONDITIONS, ...(JSON.parse(row.conditions) as Partial<CheckboxConditions>) },
    translations: JSON.parse(row.translations ?? '{}') as CheckboxTranslations,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns the columns for the given changes, without any others. */
export function toColumns(changes: CheckboxChanges): Partial<CheckboxRow> {
  const columns: { [K in keyof CheckboxRow]?: CheckboxRow[K] | undefined } = {
    label: changes.label,
    required: changes.required === undefined ? undefined : Number(changes.required),
    location: changes.location,
    enabled: changes.enabled === undefined ? undefined : Number(changes.enabled),
    position: changes.position,
    legal_page_id: changes.legalPageId,
    error_message: changes.errorMessage,
    description: changes.description,
    conditions: changes.conditions === undefined ? undefined : JSON.stringify(changes.conditions),
    translations: changes.translations === undefined ? undefined : JSON.stringify(changes.translations),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/**
 * The shop's legal checkboxes.
 * @since 0.1.0
 */
export interface ConsentCheckboxes {
  /** Sorted by position, then ID. */
  list(): Promise<readonly ConsentCheckbox[]>;
  /** Enabled checkboxes of a location. */
  listByLocation(location: CheckboxLocation): Promise<readonly ConsentCheckbox[]>;
  get(id: number): Promise<ConsentCheckbox | undefined>;
  /** Changes only the given fields. */
  update(id: number, changes: CheckboxChanges): Promise<void>;
  /** Adds a custom checkbox; `marketing` makes its consent a free one permanently. */
  add(
    checkbox: CheckboxChanges & { readonly label: string; readonly location: CheckboxLocation },
    slug: 'custom' | 'marketing',
  ): Promise<number>;
  /** Deletes a custom checkbox; existing consents remain provable. */
  remove(id: number): Promise<boolean>;
  /** Sets the legal page of checkboxes with a built-in text, where none is selected. */
  linkPage(slugs: readonly string[], pageId: number): Promise<void>;
  /** Inserts missing built-in checkboxes; idempotent. */
  seed(): Promise<void>;
  /** The checkout checkboxes as settings. */
  readonly switches: CheckboxSwitches;
}

/** Prefix of the keys of custom checkboxes, which plugin updates do not restore. */
const CUSTOM_KEY_PREFIX = 'own:';
const TABLE = 'compliance_checkboxes';

/** Permanent key of a built-in row, wherever the shop owner moves it. */
const seedKey = (slug: string, location: CheckboxLocation): string => `${slug}:${location}`;

/** Returns the rows of the built-in checkboxes, one for each location. */
function builtInRows(now: string): Omit<CheckboxRow, 'id'>[] {
  return BUILT_IN_CHECKBOXES.flatMap((checkbox) =>
    checkbox.locations.map((location) => ({
      seed_key: seedKey(checkbox.slug, location),
      slug: checkbox.slug,
      location,
      label: checkbox.label,
      required: Number(checkbox.required),
      enabled: Number(checkbox.enabled),
      position: checkbox.position,
      legal_page_id: null,
      error_message: checkbox.error,
      description: '',
      conditions: JSON.stringify(checkbox.productTypes ? { product_types: checkbox.productTypes } : {}),
      translations: '{}',
      created_at: now,
      updated_at: now,
    })),
  );
}

/** Initial row of a custom checkbox. */
const createCustomRow = (slug: string, location: CheckboxLocation, now: string): Omit<CheckboxRow, 'id' | 'label'> => ({
  seed_key: `${CUSTOM_KEY_PREFIX}${randomBytes(8).toString('hex')}`,
  slug,
  location,
  required: 0,
  enabled: 1,
  position: 200,
  legal_page_id: null,
  error_message: '',
  description: '',
  conditions: '{}',
  translations: '{}',
  created_at: now,
  updated_at: now,
});

/** Exposes the checkout checkboxes as settings. */
function createSwitches(
  table: () => Knex.QueryBuilder<CheckboxRow, CheckboxRow[]>,
  clock: Pick<Clock, 'now'>,
): CheckboxSwitches {
  return {
    async read() {
      const rows = await table().where('seed_key', 'like', '%:checkout').select('slug', 'enabled');
      return Object.fromEntries(rows.map(({ slug, enabled }) => [slug, enabled === 1]));
    },
    async write(slug, enabled) {
      await table()
        .where({ seed_key: seedKey(slug, 'checkout') })
        .update({ enabled: Number(enabled), updated_at: clock.now() });
    },
  };
}

export function createCheckboxes({
  db,
  clock,
  audit,
}: {
  db: Database;
  clock: Clock;
  audit: Pick<AuditApi, 'record'>;
}): ConsentCheckboxes {
  const table = () => db()(TABLE);

  return {
    async list() {
      const rows = await table()
        .select()
        .orderBy([{ column: 'position' }, { column: 'id' }]);
      return rows.map(toCheckbox);
    },

    async listByLocation(location) {
      const rows = await table()
        .where({ location, enabled: 1 })
        .select()
        .orderBy([{ column: 'position' }, { column: 'id' }]);
      return rows.map(toCheckbox);
    },

    async get(id) {
      const row = await table().where({ id }).first();
      return row && toCheckbox(row);
    },

    async update(id, changes) {
      const columns = toColumns(changes);
      if (Object.keys(columns).length === 0) return;
      await db.transaction(async () => {
        const before = await table().where({ id }).first();
        if (!before) return;
        await table()
          .where({ id })
          .update({ ...columns, updated_at: clock.now() });
        // The position does not affect the consent.
        const differing = (Object.keys(columns) as (keyof typeof columns)[]).filter(
          (name) => name !== 'position' && before[name] !== columns[name],
        );
        if (differing.length > 0)
          await audit.record({
            action: 'compliance.box_changed',
            subject: { kind: 'box', id, title: before.slug },
            details: {
              changes: Object.fromEntries(differing.map((name) => [name, { from: before[name], to: columns[name] }])),
            },
          });
      });
    },

    async add(checkbox, slug) {
      const newRow = { ...createCustomRow(slug, checkbox.location, clock.now()), label: checkbox.label };
      await table().insert({ ...newRow, ...toColumns(checkbox) });
      const row = await table().where({ seed_key: newRow.seed_key }).first();
      await audit.record({
        action: 'compliance.box_added',
        subject: { kind: 'box', id: row?.id ?? 0, title: slug },
        details: { label: checkbox.label, location: checkbox.location },
      });
      return row?.id ?? 0;
    },

    async remove(id) {
      return db.transaction(async () => {
        const customCheckbox = () => table().where({ id }).where('seed_key', 'like', `${CUSTOM_KEY_PREFIX}%`);
        const before = await customCheckbox().first();
        if (!before || (await customCheckbox().delete()) === 0) return false;
        await audit.record({
          action: 'compliance.box_removed',
          subject: { kind: 'box', id, title: before.slug },
          details: { label: before.label, location: before.location },
        });
        return true;
      });
    },

    async linkPage(slugs, pageId) {
      await table()
        .whereIn('slug', [...slugs])
        .whereNull('legal_page_id')
        .update({ legal_page_id: pageId });
    },

    async seed() {
      await table().insert(builtInRows(clock.now())).onConflict('seed_key').ignore();
    },

    switches: createSwitches(table, clock),
  };
}
