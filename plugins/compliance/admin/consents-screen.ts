import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { isCheckboxLocation } from '../consents/checkbox.js';
import type { Anchors } from '../audit/anchors.js';
import { textLanguage } from '../consents/built-in.js';
import type { Consent, ConsentLog, ConsentQuery } from '../consents/consents.js';
import type { TextVersions } from '../consents/text-versions.js';
import type { Clock } from '../time/clock.js';
import { locationLabel } from './checkboxes-screen.js';
import { csvFile } from './csv-file.js';
import { screenPath, SLUG } from './screen-path.js';

export interface ConsentsScreenParts {
  readonly anchors: Pick<Anchors, 'newest'>;
  readonly consents: ConsentLog;
  readonly versions: TextVersions;
  readonly clock: Clock;
}

const ROWS_PER_PAGE = 25;
const EXPORT_BATCH_SIZE = 500;
const MAX_EXPORTED_ROWS = 50_000;
const LOCATIONS = ['checkout', 'registration', 'contact', 'pay_for_order'];

const COLUMNS = [
  'id',
  'time_utc',
  'form',
  'order_id',
  'user_id',
  'email',
  'box_id',
  'accepted',
  'words',
  'words_sha256',
  'page_sha256',
  'ip',
] as const;

/** Interprets a search as an order number or an email address. */
function parseSearch(search: string): Pick<ConsentQuery, 'orderId' | 'email'> {
  if (search === '') return {};
  return /^#?\d{1,9}$/.test(search) ? { orderId: Number(search.replace('#', '')) } : { email: search };
}

function readQuery(request: PageRequest): ConsentQuery & { search: string } {
  const [search, location] = [request.field('s').trim().slice(0, 100), request.field('location')];
  return {
    search,
    ...(isCheckboxLocation(location) ? { location } : {}),
    ...parseSearch(search),
  };
}

/** Returns a consent in the columns of the export. */
function toCells(row: Consent, text: string): string[] {
  return [
    String(row.id),
    row.createdAt,
    row.location,
    String(row.orderId),
    String(row.userId),
    row.email,
    String(row.checkboxId),
    row.accepted ? '1' : '0',
    text,
    row.labelVersion,
    row.pageVersion ?? '',
    row.ip,
  ];
}

/** Creates the function that reads the texts of consents, by hash. */
function createTextReader(
  scope: Pick<PluginScope, 'wpStripAllTags'>,
  versions: Pick<TextVersions, 'get'>,
): (list: readonly Consent[]) => Promise<ReadonlyMap<string, string>> {
  return async (list) => {
    const labels = new Map<string, string>();
    for (const hash of new Set(list.map(({ labelVersion }) => labelVersion)))
      labels.set(hash, scope.wpStripAllTags((await versions.get(hash))?.content ?? ''));
    return labels;
  };
}

/** Creates the function that exports the consent log, or the search results, as a file. */
function createConsentExport(
  scope: PluginScope,
  { anchors, consents, clock }: Pick<ConsentsScreenParts, 'anchors' | 'consents' | 'clock'>,
  readTexts: (list: readonly Consent[]) => Promise<ReadonlyMap<string, string>>,
): (request: PageRequest) => Promise<Reply> {
  const { __ } = scope;
  return async (request) => {
    const { search: _search, ...query } = readQuery(request);
    await scope.audit.record(
      {
        action: 'data.exported',
        subject: { kind: 'export', id: 'consents', title: __('Consent log') },
        details: query.location ? { location: query.location } : {},
      },
      { required: true },
    );
    const lines: string[][] = [[...COLUMNS]];
    for (let offset = 0; offset < MAX_EXPORTED_ROWS; offset += EXPORT_BATCH_SIZE) {
      const batch = await consents.list({ ...query, limit: EXPORT_BATCH_SIZE, offset });
      const labels = await readTexts(batch);
      for (const row of batch) lines.push(toCells(row, labels.get(row.labelVersion) ?? ''));
      if (batch.length < EXPORT_BATCH_SIZE) break;
    }
    // The end of the log at the newest anchor; `compliance verify` recognizes its hash.
    const anchor = await anchors.newest();
    if (anchor) lines.push(['head', anchor.createdAt, '', '', '', '', '', '', '', anchor.consents, '', '']);
    return csvFile(lines, `consents-${await clock.day()}.csv`);
  };
}

/** Admin screen of the consent log: who agreed to which text, and when; with an export. */
export function createConsentsScreen(
  scope: PluginScope,
  { anchors, consents, versions, clock }: ConsentsScreenParts,
): AdminPage {
  const { __ } = scope;
  const readTexts = createTextReader(scope, versions);
  const exportCsv = createConsentExport(scope, { anchors, consents, clock }, readTexts);

  async function list(request: PageRequest): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const { search, ...query } = readQuery(request);
    const total = await consents.count(query);
    const pages = Math.max(1, Math.ceil(total / ROWS_PER_PAGE));
    const currentPage = Math.min(pages, Math.max(1, Math.trunc(Number(request.field('paged'))) || 1));
    const rows = await consents.list({ ...query, limit: ROWS_PER_PAGE, offset: (currentPage - 1) * ROWS_PER_PAGE });
    const labels = await readTexts(rows);
    const extraParams = {
      ...(search === '' ? {} : { s: search }),
      ...(query.location ? { location: query.location } : {}),
    };
    const data = {
      search,
      total,
      pages,
      currentPage,
      location: query.location ?? '',
      filtered: Object.keys(query).length > 0,
      locations: LOCATIONS.map((value) => ({
        value,
        label: locationLabel(value, scope),
        selected: value === query.location,
      })),
      rows: rows.map((row) => ({
        ...row,
        text: labels.get(row.labelVersion) ?? '',
        language: textLanguage(row.purpose, labels.get(row.labelVersion) ?? ''),
        location: locationLabel(row.location, scope),
        short: row.labelVersion.slice(0, 12),
        orderUrl: row.orderId > 0 ? scope.adminUrl(`admin.php?page=store-order&id=${row.orderId}`) : '',
        page: row.pageVersion?.slice(0, 12) ?? '',
      })),
      newer: currentPage > 1 ? screenPath(SLUG.consents, { ...extraParams, paged: String(currentPage - 1) }) : '',
      older: currentPage < pages ? screenPath(SLUG.consents, { ...extraParams, paged: String(currentPage + 1) }) : '',
      exportUrl: screenPath(SLUG.consents, { ...extraParams, export: 'csv' }),
      slug: SLUG.consents,
    };
    return { kind: 'page', title: __('Consent log'), view: 'admin/consents', data };
  }

  return {
    slug: SLUG.consents,
    title: () => __('Consent log'),
    menuTitle: () => __('Consents'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 5,
    handler: (request) => (request.field('export') === 'csv' ? exportCsv(request) : list(request)),
  };
}
