import { type Command, PlinthError } from '../api/index.js';
import type { Site } from '../app/site.js';

/** `cron …` */
export function cronCommands({ cron, heldJobs }: Site): Command[] {
  return [
    {
      name: 'cron event list',
      description: 'List the scheduled events',
      async run(_args, _options, output) {
        const events = await cron.getCronEvents();
        output.rows(
          events.map(({ hook, timestamp, schedule, args }) => ({
            hook,
            next_run: new Date(timestamp * 1000).toISOString(),
            recurrence: schedule || 'once',
            args,
          })),
          ['hook', 'next_run', 'recurrence', 'args'],
        );
      },
    },
    {
      name: 'cron event run',
      description: 'Run all due events',
      async run(_args, _options, output) {
        const executedEvents = await cron.runDueEvents();
        output.line(`${executedEvents.length} events run.`);
      },
    },
    {
      name: 'cron job list',
      description: 'List the newest background jobs',
      async run(_args, _options, output) {
        output.rows(
          (await cron.getJobs()).map(({ id, queue, state, runAt, error }) => ({
            id,
            queue,
            state,
            run_at: runAt,
            error,
          })),
          ['id', 'queue', 'state', 'run_at', 'error'],
        );
      },
    },
    {
      name: 'cron job retry <id>',
      description: 'Retry a failed or held job',
      async run([id = ''], _options, output) {
        if (!/^\d+$/.test(id) || !(await cron.retryJob(Number(id))))
          throw new PlinthError('job_not_on_hold', `There is no failed or held job ${id}.`, {
            hint: 'Run `plinth cron job list` to find jobs with the state `dead` or `held`.',
          });
        output.line(`Job ${id} will be retried.`);
      },
    },
    {
      name: 'cron job resume',
      description: 'Resume the jobs held after a backup was restored; their emails are sent',
      async run(_args, _options, output) {
        output.line(`${await heldJobs.release()} jobs resumed.`);
      },
    },
    {
      name: 'cron job discard',
      description: 'Discard the jobs held after a backup was restored; their emails are never sent',
      async run(_args, _options, output) {
        output.line(`${await heldJobs.discard()} jobs discarded.`);
      },
    },
  ];
}
