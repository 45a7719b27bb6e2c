import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs work and returns at a whole multiple of a time span after its start, to prevent timing attacks.
 * @param span milliseconds; longer than the work usually takes
 * @param isSensitive whether the timing of this result is sensitive; if absent, all results are. Errors always are
 * @since 0.1.0
 */
export async function padDuration<T>(
  span: number,
  work: () => Promise<T>,
  isSensitive: (result: T) => boolean = () => true,
): Promise<T> {
  const started = performance.now();
  const waitRemaining = (): Promise<void> => wait(span - ((performance.now() - started) % span));
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await waitRemaining();
    throw error;
  }
  if (isSensitive(result)) await waitRemaining();
  return result;
}
