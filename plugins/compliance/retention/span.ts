import type { RetentionSpan } from '../contract/index.js';
import { shiftDays } from '../time/clock.js';

/** What is older than this has been kept for its span. @param now UTC */
export function endOfSpan(span: RetentionSpan, now: string): string {
  return 'days' in span
    ? shiftDays(now, -span.days)
    : `${String(Number(now.slice(0, 4)) - span.years).padStart(4, '0')}-01-01 00:00:00`;
}
