import { setTimeout as wait } from 'node:timers/promises';

/**
 * Does work and answers at a whole multiple of a span after its start, so that the time tells nobody what the work found.
 * @param span milliseconds; longer than the work mostly takes
 * @param matters whether this answer is one whose time could tell; each when absent, as errors are
 * @since 0.2.0
 */
export async function padDuration<T>(
  span: number,
  work: () => Promise<T>,
  matters: (answer: T) => boolean = () => true,
): Promise<T> {
  const started = performance.now();
  const rest = (): Promise<void> => wait(span - ((performance.now() - started) % span));
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    await rest();
    throw error;
  }
  if (matters(answer)) await rest();
  return answer;
}
