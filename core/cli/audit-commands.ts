import { type Command, PlinthError } from '../api/index.js';
import type { Site } from '../app/site.js';

const MAX = 10_000;

/** Parses a day or a UTC time in the log's format. */
function timeOf(text: string | boolean | undefined, end: string): string | undefined {
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
        if (!Number.isInteger(limit) || limit < 1 || limit > MAX)
          throw new PlinthError('audit_limit_invalid', `--limit must be a whole number from 1 to ${MAX}.`);
        const text = (name: string): string | undefined =>
          typeof options[name] === 'string' ? options[name] : undefined;
        const [action, user, since, until] = [
          text('action'),
          text('user'),
          timeOf(options.since, '00:00:00'),
          timeOf(options.until, '23:59:59'),
        ];
        const entries = await audit.list({
          limit,
          ...(action ? { action } : {}),
          ...(user ? { user } : {}),
          ...(since ? { since } : {}),
          ...(until ? { until } : {}),
        });
        const rows = entries.map((one) => ({
          id: one.id,
          time: one.at,
          action: one.action,
          outcome: one.outcome,
          actor: one.actor || one.actor_kind,
          address: one.address,
          subject: [one.subject_kind, one.subject_id, one.subject]
            .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
            .join(' '),
          details: one.details,
        }));
        output.rows(rows, ['id', 'time', 'action', 'outcome', 'actor', 'address', 'subject', 'details']);
      },
    },
    {
      name: 'audit verify',
      description: 'Verify that no audit log entry was changed or removed',
      async run(_args, _options, output) {
        await audit.append();
        const found = await audit.verify();
        if (found.isValid)
          return output.line(
            `The audit log is intact: ${found.entries} entries, last number ${found.end.end_position}, hash ${found.end.end_hash || 'none yet'}.`,
          );
        throw new PlinthError('audit_broken', `The audit log was tampered with: ${whereBroken(found)}.`, {
          hint: 'Compare it with a backup, and with the last numbers and hashes that the server log records each day.',
        });
      },
    },
  ];
}

function whereBroken({
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
