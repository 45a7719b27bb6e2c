import { type Database, type HookApi, mapSeries, type ObjectCacheApi, type OptionsApi } from '../api/index.js';
import type { FormattingPort } from './sanitize-core-options.js';
import { parseOptionName } from './option-name.js';
import { createOptionReads, deepCopy } from './option-reads.js';
import { AUTOLOAD_VALUES, createOptionStore } from './option-store.js';
import { createOptionWrites } from './option-writes.js';
import { createSettings } from './settings.js';
import { createTransients } from './transients.js';

interface OptionsDeps {
  db: Database;
  hooks: HookApi;
  formatting: FormattingPort;
  cache: ObjectCacheApi;
  /** Called for each committed change that other processes must detect. */
  onChange?: () => void;
  /** The URL from the site's configuration; if set, it is the value of `home` and `siteurl`. */
  siteUrl?: string;
  /** Called for a name that is too long to be stored: its value is available in this request only. */
  onTooLong?: (name: string) => void;
  /** Returns the current Unix time in milliseconds. */
  now?: () => number;
}

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
  onChange = () => undefined,
  onTooLong = () => undefined,
  now = Date.now,
}: OptionsDeps): OptionsApi {
  const store = createOptionStore(db, cache, onChange);
  const settings = createSettings(hooks, cache);
  const reads = createOptionReads({ hooks, store });
  const { getOption, find } = reads;
  const writes = createOptionWrites({ hooks, formatting, store, settings, reads, onTooLong });
  const { addOption, updateOption, deleteOption, setAutoload, sanitizeOption } = writes;

  hooks.addFilter('pre_option_gmt_offset', async (value: unknown) => {
    const zone = await getOption('timezone_string');
    return typeof zone === 'string' && zone !== '' ? zoneOffsetHours(zone, now()) : value;
  });
  if (siteUrl !== undefined) {
    const baseUrl = siteUrl.replace(/\/+$/, '');
    for (const name of ['home', 'siteurl']) {
      hooks.addFilter(`option_${name}`, () => baseUrl);
      hooks.addFilter(`default_option_${name}`, () => baseUrl);
    }
  }

  return {
    getOption,
    async getOptions(names) {
      const values = await mapSeries(names, (name) => find(name, [], deepCopy));
      return Object.fromEntries(names.map((name, index) => [name, values[index]]));
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
      const autoloadValues = await hooks.applyFilters('wp_autoload_values_to_autoload', [...AUTOLOAD_VALUES]);
      return AUTOLOAD_VALUES.filter((value) => autoloadValues.includes(value));
    },
    async wpPrimeOptionCaches(names) {
      for (const name of names) await store.read(parseOptionName(name));
    },
    refresh: (version) => store.refresh(version),
    ...settings,
    ...createTransients({ options: { getOption, addOption, updateOption, deleteOption }, store, hooks, now }),
  };
}

/** Returns the offset of a time zone from UTC in hours at a given time; an unknown zone counts as UTC. */
function zoneOffsetHours(zone: string, atMs: number): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(atMs);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
    const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name);
    if (!match?.[1]) return 0;
    const hours = Number(match[2]) + Number(match[3]) / 60;
    return Math.round((match[1] === '-' ? -hours : hours) * 100) / 100;
  } catch {
    return 0;
  }
}
