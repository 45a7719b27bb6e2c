import { STATUS_CODES } from 'node:http';
import { andThen, type HookApi, type MaybePromise } from '../api/index.js';

const PROTOCOL = 'HTTP/1.1';

/**
 * The status to answer with, after what plugins make of its line (`status_header`). They get and give the whole line, as in WordPress; of what they give
 * the number counts, since newer protocols send no words.
 */
export function statusHeader(hooks: Pick<HookApi, 'applyFilters' | 'hasFilter'>, status: number): MaybePromise<number> {
  if (!hooks.hasFilter('status_header')) return status;
  const words = STATUS_CODES[status] ?? '';
  return andThen(
    hooks.applyFilters('status_header', `${PROTOCOL} ${status} ${words}`, status, words, PROTOCOL),
    (line) => {
      const given = Number(/^HTTP\/[\d.]+ (\d{3})(?: |$)/.exec(line)?.[1]);
      return given >= 200 && given < 600 ? given : status;
    },
  );
}
