import type { AdminScreen, MaybePromise } from '../../api/index.js';
import { escapeText } from '../../document/index.js';
import { hiddenColumns } from '../frame/screen-options.js';
import type { AdminDeps } from '../deps.js';
import { pagingOf } from '../paging.js';

/** What can be done with a row: links as finished HTML, by the name of what they do. */
export type Actions = Readonly<Record<string, string>>;

/** The links below a row's name. */
export function actionLinks(actions: Actions): string {
  const items = Object.entries(actions).map(
    ([name, html]) => `<span class="${name.replace(/[^\w-]+/g, '-')}">${html}</span>`,
  );
  return items.length === 0 ? '' : `<div class="row-actions">${items.join('')}</div>`;
}

/** A link of a row, which says to those who cannot see the row what it is about. */
export function rowLink(url: string, text: string, name: string): string {
  return `<a href="${escapeText(url)}">${escapeText(text)}<span class="visually-hidden"> ${escapeText(name)}</span></a>`;
}

/** Labels of columns as finished HTML, by name, in their order. */
export type Columns = Readonly<Record<string, string>>;

/** The column of the boxes that choose rows. */
export const TICKS = 'cb';

/** One of the narrower lists above a list. */
export interface ListView {
  readonly name: string;
  readonly text: string;
  readonly count: number;
  readonly url: string;
  readonly current: boolean;
}

/** What can be done with the chosen rows. */
export interface BulkAction {
  readonly label: string;
  readonly isDangerous?: boolean;
  /** A question before it is done. */
  readonly confirm?: string;
}

/** One kind of list: what it lists, and what each row of it shows (`WP_List_Table`). */
export interface ListKind<Row> {
  readonly screen: AdminScreen;
  /** The columns with their labels, after what plugins do to those of this kind alone. */
  columns(): MaybePromise<Columns>;
  /** The column with the name of a row, and what can be done with it. */
  readonly primary: string;
  /** What the address sorts by, by column. */
  readonly sortable: Readonly<Record<string, string>>;
  readonly views: readonly ListView[];
  readonly bulkActions: Readonly<Record<string, BulkAction>>;
  /** The name of the field with the chosen rows. */
  readonly field: string;
  idOf(row: Row): string | number;
  nameOf(row: Row): string;
  /** Whether a row can be chosen; all can when absent. */
  isChoosable?(row: Row): MaybePromise<boolean>;
  rowClass?(row: Row): MaybePromise<string>;
  /** A cell as finished HTML; undefined for a column that is not the list's own. */
  cell(row: Row, column: string): MaybePromise<string | undefined>;
  /** A cell of a plugin's column. */
  pluginCell(row: Row, column: string): MaybePromise<string>;
  rowActions(row: Row): MaybePromise<Actions>;
  /** Choices beside the list, as finished HTML, above and below it. */
  extraNav?(which: 'top' | 'bottom'): MaybePromise<string>;
  /** What is said where there is no row, as finished HTML. */
  readonly empty: string;
}

/** What one request asks of a list. */
export interface ListRequest<Row> {
  readonly url: URL;
  readonly userId: number;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly perPage: number;
  /** How many were found, in words. */
  readonly found: string;
  /** The fields that the search keeps. */
  readonly search?: {
    readonly label: string;
    readonly value: string;
    readonly action: string;
    readonly kept: Readonly<Record<string, string>>;
  };
  readonly nonceField: string;
}

type TableDeps = Pick<AdminDeps, 'hooks' | 'meta' | 'views'>;

/** The columns of a list, after what plugins do to them (`manage_{screen}_columns`). */
export async function listColumns<Row>({ hooks }: Pick<AdminDeps, 'hooks'>, list: ListKind<Row>): Promise<Columns> {
  return hooks.applyFilters<Columns>(`manage_${list.screen.id}_columns`, await list.columns());
}

/** The columns that somebody may hide. */
export function hideableColumns<Row>(columns: Columns, { primary }: ListKind<Row>): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name !== TICKS && name !== primary));
}

/** A list as finished HTML: views, search, choices, rows with their actions, and paging. */
export async function renderList<Row>(
  deps: TableDeps,
  list: ListKind<Row>,
  columns: Columns,
  request: ListRequest<Row>,
): Promise<string> {
  const { hooks, views } = deps;
  const { id } = list.screen;
  const viewLinks = await hooks.applyFilters<Readonly<Record<string, string>>>(
    `views_${id}`,
    Object.fromEntries(list.views.map((view) => [view.name || 'all', viewLink(view)])),
  );
  const labels = Object.fromEntries(Object.entries(list.bulkActions).map(([name, { label }]) => [name, label]));
  const bulk = await hooks.applyFilters<Readonly<Record<string, string>>>(`bulk_actions-${id}`, labels);
  const above = (await list.extraNav?.('top')) ?? '';
  const sortable = await hooks.applyFilters<Readonly<Record<string, string>>>(
    `manage_${id}_sortable_columns`,
    list.sortable,
  );
  const hidden = await hiddenColumns(deps, list.screen, request.userId);
  const hasTicks = columns[TICKS] !== undefined && Object.keys(bulk).length > 0;
  const shown = Object.entries(columns).filter(
    ([name]) => name !== TICKS && (name === list.primary || !hidden.includes(name)),
  );
  const rows: object[] = [];
  for (const row of request.rows) rows.push(await rowOf(list, row, shown));
  return views.renderCore('admin/list-table', {
    views: Object.entries(viewLinks).map(([name, html]) => ({ name, html })),
    search: request.search && {
      ...request.search,
      kept: Object.entries(request.search.kept).map(([name, value]) => ({ name, value })),
    },
    above,
    below: (await list.extraNav?.('bottom')) ?? '',
    columns: shown.map(([name, label]) => ({ name, label, ...sorting(sortable[name], request.url) })),
    width: shown.length + (hasTicks ? 1 : 0),
    hasTicks,
    field: list.field,
    rows,
    empty: list.empty,
    bulk: Object.entries(bulk).map(([name, label]) => ({ ...list.bulkActions[name], name, label })),
    paging: pagingOf(request.url, request.total, request.perPage),
    found: request.found,
    nonceField: request.nonceField,
  });
}

async function rowOf<Row>(
  list: ListKind<Row>,
  row: Row,
  shown: readonly (readonly [string, string])[],
): Promise<object> {
  const rowClass = (await list.rowClass?.(row)) ?? '';
  const isChoosable = (await list.isChoosable?.(row)) ?? true;
  const cells: object[] = [];
  for (const [column, label] of shown) {
    const own = await list.cell(row, column);
    const html = own ?? (await list.pluginCell(row, column));
    if (column === list.primary)
      cells.push({ isPrimary: true, html, actions: actionLinks(await list.rowActions(row)) });
    else cells.push({ html, label: plainLabel(label) });
  }
  return { id: list.idOf(row), name: list.nameOf(row), rowClass, isChoosable, cells };
}

function viewLink({ text, count, url, current }: ListView): string {
  return `<a href="${escapeText(url)}"${current ? ' aria-current="true"' : ''}>${escapeText(text)} <span class="muted">${count}</span></a>`;
}

/** Whether an address may sort by a name that the list itself does not know. */
export function isSortKey(name: string): boolean {
  return /^[a-z][\w-]{0,59}$/i.test(name);
}

/** Where a column's heading leads. */
function sorting(by: string | undefined, url: URL): object {
  if (by === undefined) return {};
  const isCurrent = url.searchParams.get('orderby') === by;
  const isDown = url.searchParams.get('order')?.toLowerCase() === 'desc';
  const query = new URLSearchParams(url.search);
  query.delete('paged');
  query.set('orderby', by);
  query.set('order', isCurrent && !isDown ? 'desc' : 'asc');
  const direction = isDown ? 'descending' : 'ascending';
  return { sortUrl: `?${query.toString()}`, sorted: isCurrent ? direction : '' };
}

/** A label without its tags, for where a cell says it itself. */
function plainLabel(html: string): string {
  return html.replace(/<[^<>]*>/g, '').trim();
}
