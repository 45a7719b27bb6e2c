import type { AdminScreen } from '../../api/index.js';
import { escapeText } from '../../document/index.js';
import { hiddenColumns } from '../frame/screen-options.js';
import type { AdminDeps } from '../deps.js';
import { createPagination } from '../paging.js';

/** The row actions: links as rendered HTML, by action name. */
export type Actions = Readonly<Record<string, string>>;

/** Renders the links below a row's name. */
export function actionLinks(actions: Actions): string {
  const items = Object.entries(actions).map(
    ([name, html]) => `<span class="${name.replace(/[^\w-]+/g, '-')}">${html}</span>`,
  );
  return items.length === 0 ? '' : `<div class="row-actions">${items.join('')}</div>`;
}

/** Renders a row's link whose accessible name includes the row's name. */
export function rowLink(url: string, text: string, name: string): string {
  return `<a href="${escapeText(url)}">${escapeText(text)}<span class="visually-hidden"> ${escapeText(name)}</span></a>`;
}

/** Column labels as rendered HTML, by name, in display order. */
export type Columns = Readonly<Record<string, string>>;

/** Name of the checkbox column. */
export const CHECKBOX_COLUMN = 'cb';

/** A view above a list, such as a status filter. */
export interface ListView {
  readonly name: string;
  readonly text: string;
  readonly count: number;
  readonly url: string;
  readonly current: boolean;
}

/** An action for the selected rows. */
export interface BulkAction {
  readonly label: string;
  readonly isDangerous?: boolean;
  /** Confirmation question. */
  readonly confirm?: string;
}

/** Definition of a list: its data and its rows (`WP_List_Table`). */
export interface ListDefinition<Row> {
  readonly screen: AdminScreen;
  /** Returns the column labels after the filters specific to this kind of list. */
  columns(): Promise<Columns>;
  /** The column that contains a row's name and its actions. */
  readonly primary: string;
  /** Sort key in the URL, by column. */
  readonly sortable: Readonly<Record<string, string>>;
  readonly views: readonly ListView[];
  readonly bulkActions: Readonly<Record<string, BulkAction>>;
  /** Name of the field with the selected rows. */
  readonly field: string;
  idOf(row: Row): string | number;
  nameOf(row: Row): string;
  /** Whether a row can be selected; all rows can if absent. */
  isSelectable?(row: Row): Promise<boolean>;
  rowClass?(row: Row): Promise<string>;
  /** Returns a cell as rendered HTML; undefined for a column that is not the list's own. */
  cell(row: Row, column: string): Promise<string | undefined>;
  /** Returns a cell of a plugin's column. */
  pluginCell(row: Row, column: string): Promise<string>;
  rowActions(row: Row): Promise<Actions>;
  /** Returns additional controls above or below the list, as rendered HTML. */
  extraNav?(which: 'top' | 'bottom'): Promise<string>;
  /** Shown if there are no rows, as rendered HTML. */
  readonly empty: string;
}

/** The state of a list for one request. */
export interface ListRequest<Row> {
  readonly url: URL;
  readonly userId: number;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly perPage: number;
  /** Text with the number of results. */
  readonly countText: string;
  /** The search form, with the parameters it preserves. */
  readonly search?: {
    readonly label: string;
    readonly value: string;
    readonly action: string;
    readonly hiddenFields: Readonly<Record<string, string>>;
  };
  readonly nonceField: string;
}

type TableDeps = Pick<AdminDeps, 'hooks' | 'meta' | 'views'>;

/** Returns the columns of a list after the filters of plugins (`manage_{screen}_columns`). */
export async function listColumns<Row>(
  { hooks }: Pick<AdminDeps, 'hooks'>,
  list: ListDefinition<Row>,
): Promise<Columns> {
  return hooks.applyFilters<Columns>(`manage_${list.screen.id}_columns`, await list.columns());
}

/** Returns the columns the user may hide. */
export function hideableColumns<Row>(columns: Columns, { primary }: ListDefinition<Row>): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name !== CHECKBOX_COLUMN && name !== primary));
}

/** Renders a list: views, search, controls, rows with their actions, and pagination. */
export async function renderList<Row>(
  deps: TableDeps,
  list: ListDefinition<Row>,
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
  const hasCheckboxes = columns[CHECKBOX_COLUMN] !== undefined && Object.keys(bulk).length > 0;
  const visibleColumns = Object.entries(columns).filter(
    ([name]) => name !== CHECKBOX_COLUMN && (name === list.primary || !hidden.includes(name)),
  );
  const rows: object[] = [];
  for (const row of request.rows) rows.push(await renderRow(list, row, visibleColumns));
  return views.renderCore('admin/list-table', {
    views: Object.entries(viewLinks).map(([name, html]) => ({ name, html })),
    search: request.search && {
      ...request.search,
      hiddenFields: Object.entries(request.search.hiddenFields).map(([name, value]) => ({ name, value })),
    },
    above,
    below: (await list.extraNav?.('bottom')) ?? '',
    columns: visibleColumns.map(([name, label]) => ({ name, label, ...sortLink(sortable[name], request.url) })),
    width: visibleColumns.length + (hasCheckboxes ? 1 : 0),
    hasCheckboxes: hasCheckboxes,
    field: list.field,
    rows,
    empty: list.empty,
    bulk: Object.entries(bulk).map(([name, label]) => ({ ...list.bulkActions[name], name, label })),
    paging: createPagination(request.url, request.total, request.perPage),
    found: request.countText,
    nonceField: request.nonceField,
  });
}

async function renderRow<Row>(
  list: ListDefinition<Row>,
  row: Row,
  visibleColumns: readonly (readonly [string, string])[],
): Promise<object> {
  const rowClass = (await list.rowClass?.(row)) ?? '';
  const canSelect = (await list.isSelectable?.(row)) ?? true;
  const cells: object[] = [];
  for (const [column, label] of visibleColumns) {
    const ownHtml = await list.cell(row, column);
    const html = ownHtml ?? (await list.pluginCell(row, column));
    if (column === list.primary)
      cells.push({ isPrimary: true, html, actions: actionLinks(await list.rowActions(row)) });
    else cells.push({ html, label: plainLabel(label) });
  }
  return { id: list.idOf(row), name: list.nameOf(row), rowClass, isChoosable: canSelect, cells };
}

function viewLink({ text, count, url, current }: ListView): string {
  return `<a href="${escapeText(url)}"${current ? ' aria-current="true"' : ''}>${escapeText(text)} <span class="muted">${count}</span></a>`;
}

/** Whether the URL may use a sort key that the list itself does not define. */
export function isSortKey(name: string): boolean {
  return /^[a-z][\w-]{0,59}$/i.test(name);
}

/** Returns the sort link of a column heading. */
function sortLink(by: string | undefined, url: URL): object {
  if (by === undefined) return {};
  const isCurrent = url.searchParams.get('orderby') === by;
  const isDescending = url.searchParams.get('order')?.toLowerCase() === 'desc';
  const query = new URLSearchParams(url.search);
  query.delete('paged');
  query.set('orderby', by);
  query.set('order', isCurrent && !isDescending ? 'desc' : 'asc');
  const direction = isDescending ? 'descending' : 'ascending';
  return { sortUrl: `?${query.toString()}`, sorted: isCurrent ? direction : '' };
}

/** Strips the tags from a label, for cells that repeat it as text. */
function plainLabel(html: string): string {
  return html.replace(/<[^<>]*>/g, '').trim();
}
