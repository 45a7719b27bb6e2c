import type { DataSite } from './data-site.js';
import type { AreaFunctions } from './site-free.js';

/** WordPress's cron functions; times in cases are seconds relative to their start. */
export function cronFunctions({ cron, hooks }: DataSite): AreaFunctions {
  const start = Math.floor(Date.now() / 1000);
  const eventsOf = async (hook: string): Promise<object[]> =>
    (await cron.getCronEvents())
      .filter((event) => event.hook === hook)
      .map(({ timestamp, schedule, args, interval }) => ({
        in: timestamp - start,
        schedule,
        args,
        interval: interval ?? null,
      }));
  return {
    ...(cron as unknown as AreaFunctions),
    '@sched_in': (seconds: number, hook: string, args: unknown[] = [], error = false) =>
      cron.wpScheduleSingleEvent(start + seconds, hook, args, error),
    '@recur_in': (seconds: number, recurrence: string, hook: string, args: unknown[] = [], error = false) =>
      cron.wpScheduleEvent(start + seconds, recurrence, hook, args, error),
    '@resched': (seconds: number, recurrence: string, hook: string, args: unknown[] = []) =>
      cron.wpRescheduleEvent(start + seconds, recurrence, hook, args),
    '@unsched_in': (seconds: number, hook: string, args: unknown[] = [], error = false) =>
      cron.wpUnscheduleEvent(start + seconds, hook, args, error),
    '@next_rel': async (hook: string, args: unknown[] = []) => {
      const next = await cron.wpNextScheduled(hook, args);
      return next === false ? false : next - start;
    },
    '@cron_rel': eventsOf,
    '@cron_count': async (hook: string) => (await eventsOf(hook)).length,
    '@ready_rel': async (hook: string) =>
      (await cron.wpGetReadyCronJobs()).filter((event) => event.hook === hook).length,
    '@run_due': async () => void (await cron.runDueEvents()),
    do_action: (name: string, ...args: unknown[]) => hooks.doAction(name, ...args),
  };
}
