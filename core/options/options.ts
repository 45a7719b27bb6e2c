import {
  andThen,
  type Database,
  type HookApi,
  mapInOrder,
  type MaybePromise,
  type ObjectCacheApi,
  type OptionsApi,
  PlinthError,
} from '../api/index.js';
import { isUniqueViolation } from '../db/index.js';
import type { FormattingPort } from './formatting-port.js';
import { optionName } from './option-name.js';
import { AUTOLOADED, createOptionStore, type StoredOption } from './option-store.js';
import { sanitizeCoreOption } from './sanitize-core-options.js';
import type { OptionsNow } from './options-now.js';
import { createSettings } from './settings.js';
import { sameValue, toStoredText } from './stored-text.js';
import { copyOf, createStoredValues } from './stored-values.js';
import { createTransients } from './transients.js';
import { zoneOffsetHours } from './zone-offset.js';

interface OptionsDeps {
  db: Database;
  hooks: HookApi;
  formatting: FormattingPort;
  cache: ObjectCacheApi;
  /** Told of each committed change that other processes have to notice. */
  onRaised?: () => void;
  /** The address from the site's settings; when given it answers for `home` and `siteurl`. */
  siteUrl?: string;
  /** Told of a name that is too long to be stored: its value is there for this request alone. */
  onTooLong?: (name: string) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Values above this many characters are not loaded with every request. */
const MAX_AUTOLOAD = 150_000;
const REEVALUATED = ['auto', 'auto-on', 'auto-off'];
const NO_TRAILING_SLASH = ['siteurl', 'home', 'category_base', 'tag_base'];

/**
 * Creates the site's options, settings and transients.
 * @since 0.1.0
 */
export function createOptions({
  db,
  hooks,
  formatting,
  cache,
  siteUrl,
  onRaised = () => undefined,
  onTooLong = () => undefined,
  now = Date.now,
}: OptionsDeps): OptionsApi & OptionsNow {
  const store = createOptionStore(db, cache, onRaised);
  const settings = createSettings(hooks, cache);
  const valueBehind = createStoredValues();

  async function getOption<T>(name: string, ...rest: unknown[]): Promise<T> {
    return find(name, rest, copyOf) as T;
  }

  /** @param handOut makes of a stored value what the caller gets */
  function find(given: string, [asked]: unknown[], handOut: (value: unknown) => unknown): MaybePromise<unknown> {
    const option = optionName(given);
    if (option.isEmpty) return false;
    const { name, hooks: on } = option;
    const fallback = asked === undefined ? false : asked;
    return andThen(hooks.applyFilters<unknown>(on.before, false, name, fallback), (proposed) =>
      andThen(hooks.applyFilters<unknown>('pre_option', proposed, name, fallback), (instead) => {
        if (instead !== false) return instead;
        return andThen(store.read(option), (row) => {
          if (!row) return hooks.applyFilters<unknown>(on.byDefault, fallback, name, asked !== undefined);
          const value = valueOf(row, name);
          if (name === 'home' && value === '') return find('siteurl', [], handOut);
          const tidy =
            typeof value === 'string' && NO_TRAILING_SLASH.includes(name) ? value.replace(/[/\\]+$/, '') : value;
          // Who listens may change what it is given.
          const heard = hooks.hasFilter(on.value) || hooks.hasFilter('all');
          return hooks.applyFilters<unknown>(on.value, heard ? copyOf(tidy) : handOut(tidy), name);
        });
      }),
    );
  }

  function valueOf(row: StoredOption, name = row.name): unknown {
    const typed = store.typedValue(name);
    return typed ? typed.value : valueBehind(row);
  }

  async function addOption(given: string, input: unknown, autoload: boolean | string | null = null): Promise<boolean> {
    const option = optionName(given);
    if (option.isEmpty) return false;
    const { name } = option;
    protect(name);
    const value = await sanitizeOption(name, input);
    const looked = !store.isKnownMissing(name);
    if (looked) {
      const byDefault = await hooks.applyFilters<unknown>(`default_option_${name}`, false, name, false);
      if (!sameValue(byDefault, await getOption(name))) return false;
    }
    const text = toStoredText(value);
    const row = { name, text, autoload: await autoloadOf(name, value, text, autoload) };
    await hooks.doAction('add_option', name, value);
    const before = await store.read(option);
    // What reads as if it were not there is written over; what another node has just added is not.
    if (before && !looked) return false;
    if (option.isTooLong) onTooLong(name);
    try {
      if (!(await (before ? store.update(before, text, row.autoload, value) : store.insert(row, value)))) return false;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // Another node was first in the meantime; its value counts.
      await store.refresh();
      return false;
    }
    await hooks.doAction(`add_option_${name}`, name, value);
    await hooks.doAction('added_option', name, value);
    return true;
  }

  async function updateOption(
    given: string,
    input: unknown,
    autoload: boolean | string | null = null,
  ): Promise<boolean> {
    const option = optionName(given);
    if (option.isEmpty) return false;
    const { name } = option;
    protect(name);
    const sanitized = await sanitizeOption(name, input);
    const old = await getOption(name);
    const proposed = await hooks.applyFilters(`pre_update_option_${name}`, sanitized, old, name);
    const value = await hooks.applyFilters('pre_update_option', proposed, name, old);
    if (sameValue(value, old)) return false;
    if (sameValue(await hooks.applyFilters<unknown>(`default_option_${name}`, false, name, false), old)) {
      return addOption(name, value, autoload);
    }
    const text = toStoredText(value);
    await hooks.doAction('update_option', name, old, value);
    const row = await store.read(option);
    if (!row) return false;
    const reevaluate = autoload !== null || REEVALUATED.includes(row.autoload);
    const mark = reevaluate ? await autoloadOf(name, value, text, autoload) : row.autoload;
    if (!(await store.update(row, text, mark, value))) return false;
    await hooks.doAction(`update_option_${name}`, old, value, name);
    await hooks.doAction('updated_option', name, old, value);
    return true;
  }

  async function deleteOption(given: string): Promise<boolean> {
    const option = optionName(given);
    if (option.isEmpty) return false;
    const { name } = option;
    protect(name);
    const row = await store.read(option);
    if (!row) return false;
    await hooks.doAction('delete_option', name);
    if (!(await store.remove(row))) return false;
    await hooks.doAction(`delete_option_${name}`, name);
    await hooks.doAction('deleted_option', name);
    return true;
  }

  async function setAutoload(name: string, autoload: boolean | string): Promise<boolean> {
    const row = await store.read(optionName(name));
    return row
      ? store.update(row, row.text, [false, 'off', 'no'].includes(autoload) ? 'off' : 'on', valueOf(row))
      : false;
  }

  async function autoloadOf(
    name: string,
    value: unknown,
    text: string,
    wish: boolean | string | null,
  ): Promise<string> {
    if (wish === true || wish === 'on' || wish === 'yes') return 'on';
    if (wish === false || wish === 'off' || wish === 'no') return 'off';
    const bySize = text.length > MAX_AUTOLOAD ? false : null;
    const decided = await hooks.applyFilters<unknown>('wp_default_autoload_value', bySize, name, value, text);
    return typeof decided === 'boolean' ? (decided ? 'auto-on' : 'auto-off') : 'auto';
  }

  async function sanitizeOption(name: string, value: unknown): Promise<unknown> {
    const original = value;
    const stored = async (other: string): Promise<unknown> => getOption(other);
    const result = await sanitizeCoreOption(name, value ?? null, { formatting, stored });
    let clean: unknown;
    if ('error' in result) {
      clean = await getOption(name);
      settings.addSettingsError(name, `invalid_${name}`, result.error);
    } else clean = result.value;
    return hooks.applyFilters(`sanitize_option_${name}`, clean, name, original);
  }

  hooks.addFilter('pre_option_gmt_offset', async (value: unknown) => {
    const zone = await getOption('timezone_string');
    return typeof zone === 'string' && zone !== '' ? zoneOffsetHours(zone, now()) : value;
  });
  if (siteUrl !== undefined) {
    const address = siteUrl.replace(/\/+$/, '');
    for (const name of ['home', 'siteurl']) {
      hooks.addFilter(`option_${name}`, () => address);
      hooks.addFilter(`default_option_${name}`, () => address);
    }
  }

  return {
    getOption,
    optionNow: <T>(name: string, ...rest: unknown[]) => find(name, rest, (value) => value) as MaybePromise<T>,
    async getOptions(names) {
      const values = await mapInOrder(names, (name) => find(name, [], copyOf));
      return Object.fromEntries(names.map((name, at) => [name, values[at]]));
    },
    addOption,
    updateOption,
    deleteOption,
    sanitizeOption,
    async wpLoadAlloptions() {
      const all = Object.fromEntries((await store.autoloaded()).map((row) => [row.name, row.text]));
      return hooks.applyFilters('alloptions', all);
    },
    isKnownMissing: (name) => store.isKnownMissing(name.trim()),
    wpSetOptionAutoload: setAutoload,
    async wpSetOptionAutoloadValues(marks) {
      const changed: Record<string, boolean> = {};
      for (const [name, autoload] of Object.entries(marks)) changed[name] = await setAutoload(name, autoload);
      return changed;
    },
    async wpAutoloadValuesToAutoload() {
      const kept = await hooks.applyFilters('wp_autoload_values_to_autoload', [...AUTOLOADED]);
      return AUTOLOADED.filter((value) => kept.includes(value));
    },
    async wpPrimeOptionCaches(names) {
      for (const name of names) await store.read(optionName(name));
    },
    refresh: (generation) => store.refresh(generation),
    ...settings,
    ...createTransients({ options: { getOption, addOption, updateOption, deleteOption }, store, hooks, now }),
  };
}

function protect(name: string): void {
  if (name === 'alloptions' || name === 'notoptions') {
    throw new PlinthError('option_protected', `${name} is a protected WP option and may not be modified`, {
      cure: 'Use another name.',
      status: 400,
    });
  }
}
