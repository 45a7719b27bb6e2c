import { PREFIX } from './filter-state.js';

type Params = Readonly<Record<string, unknown>>;

const OWN_VARIABLE = /^sf(\d{0,3})_/;

/**
 * Returns the prefix of a widget's variables: `sf_` for the first of a page, `sf2_` for the second, so that each has
 * its own selection.
 */
export function prefixOf({ instance }: { readonly instance: string }): string {
  const number = /^facet-(\d{1,3})$/.exec(instance)?.[1] ?? '1';
  return number === '1' ? PREFIX : `sf${number}_`;
}

/** Whether a variable belongs to any widget. */
export const isOwnVariable = (name: string): boolean => OWN_VARIABLE.test(name);

/** Returns the prefixes of the widgets that a URL has variables of, starting with the first widget. */
export function prefixesIn(names: readonly string[]): string[] {
  const numbers = names.flatMap((name) => OWN_VARIABLE.exec(name)?.[1] ?? []);
  return [...new Set(numbers)].sort((a, b) => Number(a) - Number(b)).map((number) => `sf${number}_`);
}

/**
 * Returns the variables of one widget under the filter's own names, `sf_…`. Variables that belong to no widget are
 * passed to the first one, for which extensions read them.
 */
export function toOwnParams(params: Params, prefix: string): Params {
  const entries = Object.entries(params).filter(
    ([name]) => name.startsWith(prefix) || (prefix === PREFIX && !isOwnVariable(name)),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name.startsWith(prefix) ? PREFIX + name.slice(prefix.length) : name, value]),
  );
}

/** Returns the name of a variable in the widget's URLs. */
export const prefixedName = (prefix: string, name: string): string =>
  name.startsWith(PREFIX) ? prefix + name.slice(PREFIX.length) : name;
