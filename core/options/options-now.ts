import type { MaybePromise } from '../api/index.js';

/** Options for the host's own parts, which ask for them many times in a request. */
export interface OptionsNow {
  /**
   * As `getOption`, but a promise only when a filter or the database has to be waited for.
   * Whoever gets a list or an object shares it with the whole process and must not change it.
   */
  optionNow<T = unknown>(name: string, defaultValue?: unknown): MaybePromise<T>;
}
