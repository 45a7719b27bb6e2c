import { type Command, PlinthError } from '../api/index.js';
import type { Site } from '../app/site.js';

const MAX_ENTRIES = 10_000;

/** Parses a day or a UTC time in the log's format. */
function parseTime(text: string | boolean | undefined, end: string): string | undefined {
  if (text === undefined) return undefined;
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2}))?$/.exec(String(text)) ?? [];
  if (day === undefined)
    throw new PlinthError('audit_time_invalid', `"${String(text)}" is not a valid time.`, {
      hint: 'Use a date such as 2031-05-01, or a time in UTC such as "2031-05-01 14:30:00".',
    });
  return `${day} ${time ?? end}`;
}

/** `audit …` */
export function auditCommands({ audit }: Site): Command[] {
  return [
    {
      name: 'audit list',
      description: 'List audit log entries, newest first',
      options: [
        { flags: '--action <action>', description: 'Action or group of actions, such as orders' },
        { flags: '--user <user>', description: 'ID or name of the user' },
        { flags: '--since <time>', description: 'Start day, or time in UTC' },
        { flags: '--until <time>', description: 'End day, or time in UTC' },
        { flags: '--limit <number>', description: 'Maximum number of entries', default: '50' },
      ],
      async run(_args, options, output) {
        const limit = Number(options.limit);
        if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ENTRIES)
          throw new PlinthError('audit_limit_invalid', `--limit must be a whole number from 1 to ${MAX_ENTRIES}.`);
        const text = (name: string): string | undefined =>
          typeof options[name] === 'string' ? options[name] : undefined;
        const [action, user, since, until] = [
          text('action'),
          text('user'),
          parseTime(options.since, '00:00:00'),
          parseTime(options.until, '23:59:59'),
        ];
        const entries = await audit.list({
          limit,
          ...(action ? { action } : {}),
          ...(user ? { user } : {}),
          ...(since ? { since } : {}),
          ...(until ? { until } : {}),
        });
        const rows = entries.map((logEntry) => ({
          id: logEntry.id,
          time: logEntry.at,
          action: logEntry.action,
          outcome: logEntry.outcome,
          actor: logEntry.actor || logEntry.actor_kind,
          address: logEntry.address,
          subject: [logEntry.subject_kind, logEntry.subject_id, logEntry.subject]
            .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
            .join(' '),
          details: logEntry.details,
        }));
        output.rows(rows, ['id', 'time', 'action', 'outcome', 'actor', 'address', 'subject', 'details']);
      },
    },
    {
      name: 'audit verify',
      description: 'Verify that no audit log entry was changed or removed',
      async run(_args, _options, output) {
        await audit.append();
        const result = await audit.verify();
        if (result.isValid)
          return output.line(
            `The audit log is intact: ${result.entries} entries, last number ${result.end.end_position}, hash ${result.end.end_hash || 'none yet'}.`,
          );
        throw new PlinthError('audit_broken', `The audit log was tampered with: ${describeProblem(result)}.`, {
          hint: 'Compare it with a backup, and with the last numbers and hashes that the server log records each day.',
        });
      },
    },
  ];
}

function describeProblem({
  reason: error,
  row,
  id,
}: {
  readonly reason: string;
  readonly row: number;
  readonly id: number;
}): string {
  if (error === 'ends') return 'the last entry does not match the recorded end of the log';
  if (error === 'missing') return `entry number ${row} is missing`;
  return `entry ${id} (number ${row}) ${error === 'changed' ? 'was changed' : 'was inserted'}`;
}
