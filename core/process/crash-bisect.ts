/**
 * The search for the plugin that a site does not stay up with, by halving: part of the suspects runs, and whether the site then
 * stays up tells where the culprit is.
 */
export interface Search {
  /** One of these is the culprit, what others need before them. */
  readonly suspects: readonly string[];
  /** The first of the suspects, which run now. */
  readonly trying: number;
  /** Those that are not suspected, and do not run yet all the same. */
  readonly off: readonly string[];
}

/** What became of a search: it goes on, or it is over. */
export type Outcome = { readonly search: Search } | { readonly culprit: string | undefined };

/** @param plugins all that run, what others need before them */
export function beginSearch(plugins: readonly string[]): Outcome {
  return next(plugins, []);
}

/** The site ended: what ran of the suspects holds the culprit. */
export function afterEnd({ suspects, trying, off }: Search): Outcome {
  const [ran, rest] = [suspects.slice(0, trying), suspects.slice(trying)];
  if (ran.length === 1) return { culprit: ran[0] };
  return next(ran, [...off, ...rest]);
}

/** The site stays up: what did not run of the suspects holds the culprit, if there is one. The last one runs again: only an end proves it. */
export function afterCalm({ suspects, trying, off }: Search): Outcome {
  const rest = suspects.slice(trying);
  if (rest.length === 1) return { search: { suspects: rest, trying: 1, off } };
  return next(rest, off);
}

/** What must not run while the search goes on. */
export function heldBy({ suspects, trying, off }: Search): ReadonlySet<string> {
  return new Set([...off, ...suspects.slice(trying)]);
}

function next(suspects: readonly string[], off: readonly string[]): Outcome {
  if (suspects.length === 0) return { culprit: undefined };
  return { search: { suspects, trying: Math.floor(suspects.length / 2), off } };
}
