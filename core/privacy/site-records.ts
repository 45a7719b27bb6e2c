import type { PersonalDataErasers, PersonalDataExporters, PersonalDataItem } from '../api/index.js';
import { containsEmail, exportFields } from './export-fields.js';
import type { PrivacyDeps } from './privacy-deps.js';

/**
 * Tables of background work and errors, whose rows may mention an email address; they are deleted with the person. A
 * running job is left to end.
 */
const TECHNICAL: readonly TechnicalTable[] = [
  { table: 'jobs', columns: ['payload', 'error'], erasable: (row) => row.state !== 'running' },
  { table: 'cron_events', columns: ['args'], erasable: () => true },
  { table: 'plugin_errors', columns: ['message', 'stack'], erasable: () => true },
];
const TECHNICAL_TABLES = TECHNICAL.map(({ table }) => table);
const AUDIT_TABLE = 'audit_log';
const REQUEST_TYPE = 'user_request';
const MAX_AUDIT_ENTRIES = 1000;

type Row = Readonly<Record<string, unknown> & { id: number }>;

interface TechnicalTable {
  readonly table: 'jobs' | 'cron_events' | 'plugin_errors';
  readonly columns: readonly string[];
  erasable(row: Row): boolean;
}

interface AuditRow {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly ip: string;
  readonly action: string;
  readonly subject: string;
  readonly details: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const escapeLike = (text: string): string => text.trim().toLowerCase().replace(/[!%_]/g, '!$&');

/** Returns the rows of a table that mention an email address. */
async function findMentions({ db }: PrivacyDeps, { table, columns }: TechnicalTable, email: string): Promise<Row[]> {
  const rows = await db()(table)
    .where((any) => {
      for (const column of columns)
        void any.orWhereRaw("lower(??) like ? escape '!'", [column, `%${escapeLike(email)}%`]);
    })
    .orderBy('id')
    .select<Row[]>('*');
  return rows.filter((row) => columns.some((column) => containsEmail(textOf(row[column]), email)));
}

/** Returns the audit log's entries of and about a person. */
async function listAuditEntries({ db, users }: PrivacyDeps, email: string): Promise<AuditRow[]> {
  if (email.trim() === '') return [];
  const user = await users.getUserBy('email', email);
  const mention = ['actor', 'subject', 'details'] as const;
  const rows = await db()(AUDIT_TABLE)
    .where((any) => {
      if (user) void any.where({ user_id: user.id }).orWhere({ actor: user.user_login });
      for (const column of mention)
        void any.orWhereRaw("lower(??) like ? escape '!'", [column, `%${escapeLike(email)}%`]);
    })
    .orderBy('id', 'desc')
    .limit(MAX_AUDIT_ENTRIES)
    .select<(AuditRow & { user_id: number })[]>(
      'id',
      'at',
      'actor',
      'user_id',
      'address',
      'action',
      'subject',
      'details',
    );
  return rows.filter(
    (row) =>
      (user && (row.user_id === user.id || row.actor === user.user_login)) ||
      mention.some((column) => containsEmail(row[column], email)),
  );
}

/** Returns the IDs and times of the person's own personal data requests. */
function listRequests({ db }: PrivacyDeps, email: string): Promise<{ id: number; post_date_gmt: string }[]> {
  return db()('posts')
    .where({ post_type: REQUEST_TYPE })
    .whereRaw('lower(post_title) = ?', [email.trim().toLowerCase()])
    .orderBy('id')
    .select<{ id: number; post_date_gmt: string }[]>('id', 'post_date_gmt');
}

/** Exporters of what the site records by itself: background work, errors, the audit log and personal data requests. */
export function siteRecordExporters(deps: PrivacyDeps): PersonalDataExporters {
  const { __ } = deps.text;
  const item = (group: string, label: string, id: number, fields: object): PersonalDataItem => ({
    group_id: group,
    group_label: label,
    item_id: `${group}-${id}`,
    data: exportFields({ ...fields }),
  });
  return {
    'site-records': {
      exporter_friendly_name: __('Background work and errors'),
      tables: TECHNICAL_TABLES,
      async callback(email) {
        const data: PersonalDataItem[] = [];
        for (const source of TECHNICAL)
          for (const row of await findMentions(deps, source, email))
            data.push(
              item(
                source.table,
                __('Background work and errors'),
                row.id,
                Object.fromEntries(source.columns.map((column) => [column, row[column]])),
              ),
            );
        return { data, done: true };
      },
    },
    'audit-log': {
      exporter_friendly_name: __('Audit log'),
      tables: [AUDIT_TABLE],
      async callback(email) {
        const entries = await listAuditEntries(deps, email);
        const data = entries.map(({ id, at, actor, address, action, subject }) =>
          item('audit-log', __('Audit log'), id, {
            [__('Time')]: at,
            [__('User')]: actor,
            [__('IP address')]: address,
            [__('Action')]: action,
            [__('Subject')]: subject,
          }),
        );
        return { data, done: true };
      },
    },
    'personal-data-requests': {
      exporter_friendly_name: __('Personal data requests'),
      tables: ['posts'],
      async callback(email) {
        const data = (await listRequests(deps, email)).map(({ id, post_date_gmt }) =>
          item('request', __('Personal data requests'), id, { [__('Email')]: email, [__('Time')]: post_date_gmt }),
        );
        return { data, done: true };
      },
    },
  };
}

/**
 * Erasers of the same records. The audit log and the requests stay, since they prove what was done; their messages say
 * so.
 */
export function siteRecordErasers(deps: PrivacyDeps): PersonalDataErasers {
  const { __, _n } = deps.text;
  return {
    'site-records': {
      eraser_friendly_name: __('Background work and errors'),
      tables: TECHNICAL_TABLES,
      async callback(email) {
        let [removed, retained] = [0, 0];
        for (const source of TECHNICAL)
          for (const row of await findMentions(deps, source, email)) {
            if (source.erasable(row)) removed += await deps.db()(source.table).where({ id: row.id }).delete();
            else retained += 1;
          }
        const messages =
          retained > 0
            ? [__('Background work that is running stays until it has ended. Repeat the erasure then.')]
            : [];
        return { items_removed: removed, items_retained: retained, messages, done: true };
      },
    },
    'audit-log': {
      eraser_friendly_name: __('Audit log'),
      tables: [AUDIT_TABLE],
      async callback(email) {
        const retained = (await listAuditEntries(deps, email)).length;
        return {
          items_removed: 0,
          items_retained: retained,
          messages:
            retained > 0
              ? [
                  _n(
                    '%d entry of the audit log stays until the log’s retention period ends, because it proves who did what on the site.',
                    '%d entries of the audit log stay until the log’s retention period ends, because they prove who did what on the site.',
                    retained,
                  ),
                ]
              : [],
          done: true,
        };
      },
    },
    'personal-data-requests': {
      eraser_friendly_name: __('Personal data requests'),
      tables: ['posts'],
      async callback(email) {
        const retained = (await listRequests(deps, email)).length;
        return {
          items_removed: 0,
          items_retained: retained,
          messages:
            retained > 0
              ? [
                  __(
                    'The request itself stays with its email address, because it proves that the request was fulfilled.',
                  ),
                ]
              : [],
          done: true,
        };
      },
    },
  };
}
