import type { Command } from '../api/index.js';
import type { Site } from '../boot/site.js';

/** `cron …` */
export function cronCommands({ cron }: Site): Command[] {
  return [
    {
      name: 'cron event list',
      description: 'List the scheduled events',
      async run(_args, _options, output) {
        const events = await cron.getCronEvents();
        output.rows(
          events.map(({ hook, timestamp, schedule, args }) => ({ hook, next_run: new Date(timestamp * 1000).toISOString(), recurrence: schedule || 'once', args })),
          ['hook', 'next_run', 'recurrence', 'args'],
        );
      },
    },
    {
      name: 'cron event run',
      description: 'Run what is due',
      async run(_args, _options, output) {
        const ran = await cron.runDueEvents();
        output.line(`${ran.length} events run.`);
      },
    },
  ];
}
