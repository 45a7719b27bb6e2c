import { PREFIX } from './filter-state.js';

type Params = Readonly<Record<string, unknown>>;

const OWN = /^sf(\d{0,3})_/;

/** What the variables of a widget begin with: `sf_` for the first of a page, `sf2_` for the second, so that each has a choice of its own. */
export function prefixOf({ instance }: { readonly instance: string }): string {
  const number = /^facet-(\d{1,3})$/.exec(instance)?.[1] ?? '1';
  return number === '1' ? PREFIX : `sf${number}_`;
}

/** Whether a variable of an address is that of a widget, whichever. */
export const isOwnVariable = (name: string): boolean => OWN.test(name);

/** The prefixes of the widgets that an address has variables of, the first widget's first. */
export function prefixesIn(names: readonly string[]): string[] {
  const numbers = names.flatMap((name) => OWN.exec(name)?.[1] ?? []);
  return [...new Set(numbers)].sort((a, b) => Number(a) - Number(b)).map((number) => `sf${number}_`);
}

/** The variables of one widget by the names that the filter knows, `sf_…`. What is none of any widget is left to the first, for whom extensions read it. */
export function ownParams(params: Params, prefix: string): Params {
  const entries = Object.entries(params).filter(
    ([name]) => name.startsWith(prefix) || (prefix === PREFIX && !isOwnVariable(name)),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name.startsWith(prefix) ? PREFIX + name.slice(prefix.length) : name, value]),
  );
}

/** The name of a variable as the widget's address has it. */
export const nameIn = (prefix: string, name: string): string =>
  name.startsWith(PREFIX) ? prefix + name.slice(PREFIX.length) : name;
