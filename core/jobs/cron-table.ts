import { createHash } from 'node:crypto';
import type { CronEvent, Database } from '../api/index.js';
import { isNumeric } from '../options/index.js';
import type { CronEventRow } from './tables.js';

export type CronTable = ReturnType<typeof createCronTable>;

/** Number of seconds by which the clocks of nodes may differ, so that no event is rescheduled because of it. */
const CLOCK_TOLERANCE_SECONDS = 600;

/** Manages the table of scheduled events: one row per time, hook and arguments. @param seconds returns the Unix time */
export function createCronTable(db: Database, seconds: () => number) {
  const eventKey = (event: Pick<CronEvent, 'timestamp' | 'hook' | 'args'>) => ({
    timestamp: event.timestamp,
    hook: event.hook,
    args_hash: hashArgs(event.args),
  });

  return {
    /** Returns events in the order in which they are due. */
    async list(filter: { hook?: string; args?: unknown[]; from?: number; until?: number } = {}): Promise<CronEvent[]> {
      const query = db()('cron_events').orderBy('timestamp').orderBy('id');
      if (filter.hook !== undefined) void query.where({ hook: filter.hook });
      if (filter.args !== undefined) void query.where({ args_hash: hashArgs(filter.args) });
      if (filter.from !== undefined) void query.where('timestamp', '>=', filter.from);
      if (filter.until !== undefined) void query.where('timestamp', '<=', filter.until);
      return (await query.select('*')).map(toEvent);
    },

    /** Schedules an event. Returns false if the same event is scheduled already. */
    save(event: CronEvent): Promise<boolean> {
      return db.transaction(async () => {
        const values = { schedule: event.schedule || '', interval: event.interval ?? 0, planned_at: seconds() };
        const existing = await db()('cron_events').where(eventKey(event)).first();
        if (existing) {
          if (existing.schedule === values.schedule && existing.interval === values.interval) return false;
          await db()('cron_events').where({ id: existing.id }).update(values);
        } else {
          const row = { ...eventKey(event), ...values, args: JSON.stringify(event.args) };
          await db()('cron_events').insert(row).onConflict(['timestamp', 'hook', 'args_hash']).merge(values);
        }
        return true;
      });
    },

    /** Reschedules recurring events after the clock was set back, so that they wait for one interval at most. */
    async followClock(): Promise<void> {
      const now = seconds();
      const futureEvents = await db()('cron_events')
        .where('planned_at', '>', now + CLOCK_TOLERANCE_SECONDS)
        .where('interval', '>', 0)
        .select('id', 'timestamp', 'interval', 'hook', 'args_hash');
      for (const { id, interval, ...event } of futureEvents) {
        const secondsTooLate = Number(event.timestamp) - now - interval;
        const timestamp = Number(event.timestamp) - Math.max(Math.ceil(secondsTooLate / interval), 0) * interval;
        await db.transaction(async () => {
          const other = await db()('cron_events')
            .where({ ...event, timestamp })
            .whereNot({ id })
            .first();
          if (other) await db()('cron_events').where({ id }).delete();
          else await db()('cron_events').where({ id }).update({ timestamp, planned_at: now });
        });
      }
    },

    remove: (event: Pick<CronEvent, 'timestamp' | 'hook' | 'args'>): Promise<number> =>
      db()('cron_events').where(eventKey(event)).delete(),
    removeHook: (hook: string): Promise<number> => db()('cron_events').where({ hook }).delete(),
  };
}

/** Returns the hash of arguments. Arguments with other types or in another order belong to a different event. */
function hashArgs(args: unknown[]): string {
  return createHash('md5').update(JSON.stringify(args)).digest('hex');
}

function toEvent(row: CronEventRow): CronEvent {
  const event: CronEvent = {
    hook: row.hook,
    timestamp: Number(row.timestamp),
    schedule: row.schedule === '' ? false : row.schedule,
    args: JSON.parse(row.args) as unknown[],
  };
  return row.schedule === '' ? event : { ...event, interval: row.interval };
}

/** Whether a value is a Unix time in seconds, as WordPress accepts it. */
export function isTimestamp(value: unknown): value is number {
  return isNumeric(value) && Number.isFinite(Number(value)) && Number(value) > 0;
}
