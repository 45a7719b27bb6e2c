import { memoize } from '../api/index.js';
import { collationFold } from '../db/index.js';

/** The name of an option, with the data needed to read it. */
export interface OptionName {
  readonly name: string;
  /** Lookup key without case and accents, because the column's collation ignores both, as in WordPress. */
  readonly key: string;
  /** Whether the name is empty. */
  readonly isEmpty: boolean;
  /**
   * Whether the name is too long to be stored. WordPress's database would truncate it and overwrite the option with
   * the shorter name.
   */
  readonly isTooLong: boolean;
  /** Whether it changes too often to make every process reload its options. */
  readonly isTransient: boolean;
  /** The filters that short-circuit reading, supply the default, and change the value. */
  readonly hooks: Readonly<Record<'before' | 'byDefault' | 'value', string>>;
}

/** Maximum length of the name column, in characters. */
const MAX_NAME_LENGTH = 191;
/** Maximum number of cached names. A site has a few hundred options, but names may also come from requests. */
const MAX_CACHED_NAMES = 2000;

const cachedNames = new Map<unknown, OptionName>();

/**
 * Returns the parsed name of an option. A page reads some fifty options, and a string concatenated for each call is
 * slow to look up.
 * @param input plugins in plain JavaScript may pass numbers too
 */
export function parseOptionName(input: unknown): OptionName {
  return memoize(cachedNames, MAX_CACHED_NAMES, input, () => parseName(toText(input)));
}

function toText(input: unknown): string {
  if (input === true) return '1';
  if (typeof input === 'number') return String(input);
  return typeof input === 'string' ? input.trim() : '';
}

function parseName(name: string): OptionName {
  return {
    name,
    key: collationFold(name),
    isEmpty: name === '' || name === '0',
    isTooLong: name.length > MAX_NAME_LENGTH,
    isTransient: /^_(site_)?transient_/i.test(name),
    hooks: { before: `pre_option_${name}`, byDefault: `default_option_${name}`, value: `option_${name}` },
  };
}
