import { padDuration } from '../../core/api/index.js';
import { inFullTime } from '../kit/quick-pad-duration.js';

const SPAN = 60;
/** Timers can fire a millisecond early. */
const SLACK = 3;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds until a result or an error, with full response times. */
async function timeOf(work: () => Promise<unknown>, matters?: (result: unknown) => boolean): Promise<number> {
  const started = performance.now();
  await inFullTime(() => padDuration(SPAN, work, matters)).catch(() => undefined);
  return performance.now() - started;
}

describe('padDuration', () => {
  it('never returns before the minimum duration, for results and errors', async () => {
    expect(await timeOf(async () => 'found')).toBeGreaterThan(SPAN - SLACK);
    expect(await timeOf(async () => Promise.reject(new Error('no')))).toBeGreaterThan(SPAN - SLACK);
  });

  it('returns at the next multiple when the work takes longer', async () => {
    expect(await timeOf(() => wait(SPAN + 10))).toBeGreaterThan(2 * SPAN - SLACK);
  });

  it('passes on the result or error of the work', async () => {
    expect(await padDuration(SPAN, async () => 'found')).toBe('found');
    await expect(padDuration(SPAN, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('does not wait for a result that reveals nothing', async () => {
    const results: unknown[] = [];
    await inFullTime(() =>
      padDuration(
        3_600_000,
        async () => 'in',
        (result) => {
          results.push(result);
          return false;
        },
      ),
    );
    expect(results).toEqual(['in']);
  });
});
