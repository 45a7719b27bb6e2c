/** A function of WordPress, and where its work is done here. */
export interface WordpressFunction {
  readonly name: string;
  /** From 4, which a plugin in fifty calls, to 10, which nearly all call. */
  readonly weight: number;
  /** What does it here; undefined: the name in camelCase, or nothing. */
  readonly twin?: { readonly name: string; readonly note: string };
  /** Why it is not here, and the way round. */
  readonly absence?: { readonly reason: string; readonly instead: string };
}

/** Functions about one thing. */
export interface Subject {
  readonly title: string;
  readonly functions: readonly WordpressFunction[];
}

/** Functions that have their own names here, in camelCase. @param names with blanks between them */
export function here(weight: number, names: string): WordpressFunction[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, weight }));
}

/** A function whose work another one does. */
export function twin(name: string, weight: number, by: string, note: string): WordpressFunction {
  return { name, weight, twin: { name: by, note } };
}

/** A function that is missed on purpose. */
export function absent(name: string, weight: number, reason: string, instead: string): WordpressFunction {
  return { name, weight, absence: { reason, instead } };
}
