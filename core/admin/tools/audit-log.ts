import { stringify } from 'csv-stringify/sync';
import type { AdminPage, PageRequest, Reply } from '../../api/index.js';
import {
  actorText,
  AUDIT_SETTINGS,
  detailRows,
  type Entry,
  type EntryQuery,
  verificationText,
} from '../../audit/index.js';
import { createRedirect } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';
import { pageNumber, createPagination } from '../paging.js';

const SLUG = 'audit-log.php';
const PER_PAGE = 50;
const CSV_BATCH = 500;
/** Maximum retention of entries and of the IP addresses in them, in days. */
const MAX_RETENTION_DAYS = { audit_days: 3650, audit_address_days: 365 } as const;
const COLUMNS = [
  'id',
  'time_utc',
  'action',
  'outcome',
  'actor',
  'user_id',
  'address',
  'subject_kind',
  'subject_id',
  'subject',
  'details',
  'position',
  'previous_hash',
  'hash',
];

/** The screen that searches, shows and downloads the audit log and verifies its integrity. */
export function auditLogScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;

  return {
    slug: SLUG,
    title: () => __('Audit log'),
    capability: 'manage_options',
    parent: 'site-health.php',
    handler(request) {
      if (request.method === 'POST') return handleAction(deps, request);
      return request.url.searchParams.get('export') === 'csv' ? download(deps, request) : show(deps, request);
    },
  };
}

async function show(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { audit, options, views, nonces } = deps;
  const { __, _n } = deps.text;
  const { url } = request;
  const filters = readFilters(url);
  const query = toEntryQuery(filters);
  const total = await audit.count(query);
  const paging = createPagination(url, total, PER_PAGE);
  const entries = await audit.list({
    ...query,
    limit: PER_PAGE,
    offset: (Math.min(paging.pages, pageNumber(url)) - 1) * PER_PAGE,
  });
  const download = new URLSearchParams({ ...filters, export: 'csv' });
  const verification = await audit.lastVerification();
  const { checkedAt = '', result } = verification ?? {};
  const settings = await Promise.all(
    (Object.keys(AUDIT_SETTINGS) as (keyof typeof AUDIT_SETTINGS)[]).map(
      async (name) => [name, Number(await options.getOption<unknown>(name, AUDIT_SETTINGS[name]))] as const,
    ),
  );
  const data = {
    ...filters,
    ...Object.fromEntries(settings),
    entries: entries.map((entry) => toRow(deps, entry)),
    isFiltered: Object.keys(query).length > 0,
    groups: (await audit.groups()).map((value) => ({
      value,
      label: audit.labelFor(value),
      selected: value === filters.action,
    })),
    downloadUrl: `${SLUG}?${download.toString()}`,
    holds: result?.isValid ?? true,
    isVerifying: !result,
    verification: verificationText(result, deps.text),
    checkedAt,
    failedWrites: audit.failedWrites(),
    found: _n('%d item', '%d items', total),
    paging,
    nonceField: nonces.wpNonceField(nonceAction(SLUG)),
  };
  return { kind: 'page', title: __('Audit log'), html: views.renderCore('admin/audit-log', data) };
}

function toRow(deps: AdminDeps, entry: Entry): object {
  const { audit } = deps;
  const [group = ''] = entry.action.split('.');
  return {
    ...entry,
    position: entry.position ?? '',
    label: audit.labelFor(entry.action),
    group: audit.labelFor(group),
    actor: actorText(entry, deps.text),
    refused: entry.outcome === 'refused',
    subject: entry.subject || (entry.subject_id === '' ? '' : `${entry.subject_kind} ${entry.subject_id}`),
    parts: detailRows(entry.details),
  };
}

async function download(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { audit, dates } = deps;
  const { __ } = deps.text;
  const filters = readFilters(request.url);
  await audit.record(
    { action: 'data.exported', subject: { kind: 'export', id: 'audit', title: __('Audit log') }, details: filters },
    { required: true },
  );
  const name = `audit-log-${await dates.currentTime('Y-m-d')}.csv`;
  return {
    kind: 'body',
    type: 'text/csv; charset=UTF-8',
    body: writeCsv(deps, toEntryQuery(filters)),
    headers: { 'Content-Disposition': `attachment; filename="${name}"`, 'X-Content-Type-Options': 'nosniff' },
  };
}

async function* writeCsv({ audit, text }: AdminDeps, query: EntryQuery): AsyncGenerator<string> {
  yield `\ufeff${stringify([COLUMNS], { record_delimiter: 'windows' })}`;
  for (let before: number | undefined; ;) {
    const rows = await audit.list({ ...query, limit: CSV_BATCH, ...(before === undefined ? {} : { before }) });
    const cells = rows.map((row) =>
      [
        row.id,
        row.at,
        row.action,
        row.outcome,
        actorText(row, text),
        row.user_id,
        row.address,
        row.subject_kind,
        row.subject_id,
        row.subject,
        row.details,
        row.position,
        row.previous_hash,
        row.hash,
      ].map((cell) => String(cell ?? '')),
    );
    if (cells.length > 0) yield stringify(cells, { escape_formulas: true, record_delimiter: 'windows' });
    before = rows.at(-1)?.id;
    if (rows.length < CSV_BATCH) return;
  }
}

async function handleAction(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { audit, options } = deps;
  const { __ } = deps.text;
  if (request.field('action') === 'verify') {
    const newResult = (await audit.lastVerification(true))?.result;
    const resultKind = newResult?.isValid ? 'success' : 'error';
    const kind = newResult ? resultKind : 'info';
    return createRedirect(request, SLUG, {
      kind,
      text: verificationText(newResult, deps.text),
    });
  }
  const periods = (Object.keys(MAX_RETENTION_DAYS) as (keyof typeof MAX_RETENTION_DAYS)[]).map((name) => ({
    name,
    days: Number(request.field(name)),
    max: MAX_RETENTION_DAYS[name],
  }));
  const invalid = periods.find(({ days, max }) => !Number.isInteger(days) || days < 1 || days > max);
  if (invalid)
    return createRedirect(request, SLUG, {
      kind: 'error',
      text: __('Enter a whole number from %d to %d.', 1, invalid.max),
    });
  for (const { name, days } of periods) await options.updateOption(name, days);
  return createRedirect(request, SLUG, { kind: 'success', text: __('Settings saved.') });
}

type SubmittedFilters = Readonly<Record<'action' | 'user' | 'from' | 'to' | 's', string>>;

function readFilters(url: URL): SubmittedFilters {
  const text = (name: string): string => (url.searchParams.get(name) ?? '').trim().slice(0, 100);
  return { action: text('action'), user: text('user'), from: text('from'), to: text('to'), s: text('s') };
}

function toEntryQuery({ action, user, from, to, s }: SubmittedFilters): EntryQuery {
  const datePattern = /^\d{4}-\d{2}-\d{2}$/;
  return {
    ...(action === '' ? {} : { action }),
    ...(user === '' ? {} : { user }),
    ...(s === '' ? {} : { text: s }),
    ...(datePattern.test(from) ? { since: `${from} 00:00:00` } : {}),
    ...(datePattern.test(to) ? { until: `${to} 23:59:59` } : {}),
  };
}
