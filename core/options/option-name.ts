import { memoize } from '../api/index.js';

/** The name of an option with what reading it asks of it. */
export interface OptionName {
  readonly name: string;
  /** By which it is found: the column's collation takes capitals for small letters. */
  readonly key: string;
  /** Names nothing. */
  readonly isEmpty: boolean;
  /** Cannot be stored; WordPress's database cuts it off, so that its value writes over the option of the shorter name. */
  readonly isTooLong: boolean;
  /** Comes and goes too often to make every process read its options anew. */
  readonly isTransient: boolean;
  /** The filters that may answer instead, when there is none, and after all. */
  readonly hooks: Readonly<Record<'before' | 'byDefault' | 'value', string>>;
}

/** Characters that the name column holds. */
const MAX_NAME = 191;
/** Names that are remembered; a site has a few hundred options, and names may come from outside. */
const MAX_NAMES = 2000;

const known = new Map<unknown, OptionName>();

/**
 * What there is to know of a name. A page reads some fifty options, and a text that is put together anew each time is looked up slowly.
 * @param given plugins in plain JavaScript give numbers too
 */
export function optionName(given: unknown): OptionName {
  return memoize(known, MAX_NAMES, given, () => read(textOf(given)));
}

function textOf(given: unknown): string {
  if (given === true) return '1';
  if (typeof given === 'number') return String(given);
  return typeof given === 'string' ? given.trim() : '';
}

function read(name: string): OptionName {
  return {
    name,
    key: name.toLowerCase(),
    isEmpty: name === '' || name === '0',
    isTooLong: name.length > MAX_NAME,
    isTransient: /^_(site_)?transient_/i.test(name),
    hooks: { before: `pre_option_${name}`, byDefault: `default_option_${name}`, value: `option_${name}` },
  };
}
