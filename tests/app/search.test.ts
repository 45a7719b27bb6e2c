import fc from 'fast-check';
import {
  afterStablePeriod,
  afterCrash,
  beginSearch,
  disabledPlugins,
  type Outcome,
} from '../../core/process/crash-bisect.js';
import { assertDefined } from '../kit/assert-defined.js';

/** Simulates starts of a site that crashes whenever one of the bad plugins runs. */
function runSearch(
  plugins: readonly string[],
  bad: readonly string[],
): { culprit: string | undefined; starts: number } {
  let starts = 0;
  let outcome: Outcome = beginSearch(plugins);
  while ('search' in outcome) {
    if (++starts > 50) throw new Error('The search has no end.');
    const { search } = outcome;
    const runs = plugins.filter((id) => !disabledPlugins(search).has(id));
    outcome = bad.some((id) => runs.includes(id)) ? afterCrash(search) : afterStablePeriod(search);
  }
  return { culprit: outcome.culprit, starts };
}

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 40 });

describe('bisection for the plugin that crashes a site', () => {
  it('finds the plugin at any position in a logarithmic number of starts', () => {
    fc.assert(
      fc.property(names, fc.nat(), (plugins, index) => {
        const bad = plugins[index % plugins.length];
        const { culprit: found, starts } = runSearch(plugins, [assertDefined(bad)]);
        expect(found).toBe(bad);
        expect(starts).toBeLessThanOrEqual(Math.ceil(Math.log2(plugins.length)) + 3);
      }),
    );
  });

  it('finds one of several crashing plugins', () => {
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (plugins, first, other) => {
        const bad = [plugins[first % plugins.length], plugins[other % plugins.length]];
        expect(bad).toContain(runSearch(plugins, bad.map(assertDefined)).culprit);
      }),
    );
  });

  it('names no plugin when the site crashes without any, or runs with all', () => {
    let outcome: Outcome = beginSearch(['a', 'b', 'c']);
    while ('search' in outcome) {
      // It crashes with any plugins, even without any.
      const { search } = outcome;
      const none = ['a', 'b', 'c'].every((id) => disabledPlugins(search).has(id));
      outcome = afterCrash(search);
      if (none) expect(outcome).toEqual({ culprit: undefined });
    }
    outcome = beginSearch(['a', 'b', 'c']);
    while ('search' in outcome) outcome = afterStablePeriod(outcome.search);
    expect(outcome).toEqual({ culprit: undefined });
    expect(beginSearch([])).toEqual({ culprit: undefined });
  });
});
