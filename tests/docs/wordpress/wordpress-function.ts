/** A WordPress function and its equivalent. */
export interface WordpressFunction {
  readonly name: string;
  /** How common it is: from 4 (used by 2 % of plugins) to 10 (used by nearly all). */
  readonly weight: number;
  /** The equivalent, if its name is not the camelCase form. */
  readonly equivalent?: { readonly name: string; readonly note: string };
  /** Why there is no equivalent, and what to use instead. */
  readonly absence?: { readonly reason: string; readonly instead: string };
}

/** Functions of one topic. */
export interface Subject {
  readonly title: string;
  readonly functions: readonly WordpressFunction[];
}

/** Functions with the same name in camelCase. @param names separated by spaces */
export function sameName(weight: number, names: string): WordpressFunction[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, weight }));
}

/** A function with a differently named equivalent. */
export function equivalent(name: string, weight: number, by: string, note: string): WordpressFunction {
  return { name, weight, equivalent: { name: by, note } };
}

/** A function that is deliberately not available. */
export function absent(name: string, weight: number, reason: string, instead: string): WordpressFunction {
  return { name, weight, absence: { reason, instead } };
}
