/**
 * Binary search for the plugin that crashes the site. Some of the suspects run; whether the site crashes shows which
 * half contains the culprit.
 */
export interface Search {
  /** One of these is the culprit; sorted by dependency. */
  readonly suspects: readonly string[];
  /** Number of suspects, from the start of the list, that run now. */
  readonly trialCount: number;
  /** Plugins that are no longer suspected but do not run yet. */
  readonly cleared: readonly string[];
}

/** State of a search: it continues, or it has ended. */
export type Outcome = { readonly search: Search } | { readonly culprit: string | undefined };

/** @param plugins all running plugins, sorted by dependency */
export function beginSearch(plugins: readonly string[]): Outcome {
  return nextStep(plugins, []);
}

/** Handles a crash: the culprit is among the suspects that ran. */
export function afterCrash({ suspects, trialCount, cleared }: Search): Outcome {
  const [ran, rest] = [suspects.slice(0, trialCount), suspects.slice(trialCount)];
  if (ran.length === 1) return { culprit: ran[0] };
  return nextStep(ran, [...cleared, ...rest]);
}

/**
 * Handles a period without a crash: the culprit, if there is one, is among the suspects that did not run. The last one
 * is run once more: only a crash proves it.
 */
export function afterStablePeriod({ suspects, trialCount, cleared }: Search): Outcome {
  const rest = suspects.slice(trialCount);
  if (rest.length === 1) return { search: { suspects: rest, trialCount: 1, cleared } };
  return nextStep(rest, cleared);
}

/** Returns the plugins that must not run during the search. */
export function disabledPlugins({ suspects, trialCount, cleared }: Search): ReadonlySet<string> {
  return new Set([...cleared, ...suspects.slice(trialCount)]);
}

function nextStep(suspects: readonly string[], off: readonly string[]): Outcome {
  if (suspects.length === 0) return { culprit: undefined };
  return { search: { suspects, trialCount: Math.floor(suspects.length / 2), cleared: off } };
}
