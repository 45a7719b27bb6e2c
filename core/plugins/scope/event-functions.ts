import type { PluginScope, WpError } from '../../api/index.js';
import { reportRefused } from '../isolation/checked-entries.js';
import type { ScopeContext } from './scope-context.js';

/** The end of the year 9999 as Unix time. */
const MAX_UNIX_TIME = 253_402_300_799;

/** Returns why an event cannot be scheduled at a time; undefined if it can. */
function invalidTimeReason(timestamp: unknown): string | undefined {
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp) || timestamp <= 0)
    return 'its time is not a Unix time in seconds';
  return timestamp > MAX_UNIX_TIME ? 'its time is in milliseconds; use Unix time in seconds' : undefined;
}

/** Creates the functions that schedule events, which report what the host refuses; few plugins read their result. */
export function eventFunctions({ parts, id }: ScopeContext) {
  const { functions, invoke } = parts;

  async function wpScheduleEvent(
    timestamp: number,
    recurrence: string,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    const result = await functions.wpScheduleEvent(timestamp, recurrence, hook, args, wpError);
    if (result === true) return true;
    const hasRecurrence = Object.hasOwn(await functions.wpGetSchedules(), recurrence);
    const reason = hasRecurrence ? invalidTimeReason(timestamp) : `there is no recurrence "${recurrence}"`;
    if (reason !== undefined) reportRefused(invoke, id, `wpScheduleEvent(…, '${hook}')`, reason);
    return result;
  }

  async function wpScheduleSingleEvent(
    timestamp: number,
    hook: string,
    args: unknown[] = [],
    wpError = false,
  ): Promise<boolean | WpError> {
    const result = await functions.wpScheduleSingleEvent(timestamp, hook, args, wpError);
    const reason = result === true ? undefined : invalidTimeReason(timestamp);
    if (reason !== undefined) reportRefused(invoke, id, `wpScheduleSingleEvent(…, '${hook}')`, reason);
    return result;
  }

  return {
    wpScheduleEvent: wpScheduleEvent as PluginScope['wpScheduleEvent'],
    wpScheduleSingleEvent: wpScheduleSingleEvent as PluginScope['wpScheduleSingleEvent'],
  } satisfies Partial<PluginScope>;
}
