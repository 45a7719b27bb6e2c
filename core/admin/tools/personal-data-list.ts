import { type AdminScreen, type UserRequest, toUtcString } from '../../api/index.js';
import { escapeText } from '../../document/index.js';
import type { AdminDeps } from '../deps.js';
import { rowLink, type Columns, type ListDefinition, CHECKBOX_COLUMN } from '../list-table/list-table.js';

/** Nonce action of an export download. */
export const DOWNLOAD = 'download-personal-data';
/** The statuses the list can be filtered by. */
export const STATUSES = ['request-pending', 'request-confirmed', 'request-completed'] as const;

/** One of the two screens for personal data requests. */
export interface RequestKind {
  readonly slug: string;
  readonly actionName: 'export_personal_data' | 'remove_personal_data';
  /** The field that marks a form as adding a request. */
  readonly add: string;
  readonly capability: string;
  readonly isErasure: boolean;
}

export const EXPORT: RequestKind = {
  slug: 'export-personal-data.php',
  actionName: 'export_personal_data',
  add: 'add_export_personal_data_request',
  capability: 'export_others_personal_data',
  isErasure: false,
};
export const ERASE: RequestKind = {
  slug: 'erase-personal-data.php',
  actionName: 'remove_personal_data',
  add: 'add_remove_personal_data_request',
  capability: 'erase_others_personal_data',
  isErasure: true,
};

/** Returns the list of requests of a kind. */
export async function createRequestList(
  deps: AdminDeps,
  kind: RequestKind,
  screen: AdminScreen,
  status: string,
): Promise<ListDefinition<UserRequest>> {
  const { slug, actionName, isErasure } = kind;
  const { requests } = deps.privacy;
  const { hooks } = deps;
  const { __ } = deps.text;
  const counts = await requests.counts(actionName);
  const statusLabels = requestStates(deps);
  return {
    screen,
    columns: async (): Promise<Columns> => ({
      [CHECKBOX_COLUMN]: '',
      email: escapeText(__('Person')),
      status: escapeText(__('Status')),
      created: escapeText(__('Requested')),
      confirmed: escapeText(__('Confirmed')),
    }),
    primary: 'email',
    sortable: {},
    field: 'request_id',
    views: [
      {
        name: '',
        text: __('All'),
        count: Object.values(counts).reduce((sum, count) => sum + count, 0),
        url: slug,
        current: status === '',
      },
      ...STATUSES.filter((name) => (counts[name] ?? 0) > 0).map((name) => ({
        name,
        text: statusLabels[name] ?? name,
        count: counts[name] ?? 0,
        url: `${slug}?filter-status=${name}`,
        current: status === name,
      })),
    ],
    bulkActions: {
      fulfill: isErasure
        ? {
            label: __('Erase data'),
            isDangerous: true,
            confirm: __('Erase these people’s data? This can’t be undone.'),
          }
        : { label: __('Create export and send the link') },
      resend: { label: __('Send again') },
      confirm: { label: __('Confirm without email') },
      delete: { label: __('Delete request') },
    },
    idOf: ({ id }) => id,
    nameOf: ({ email }) => email,
    cell: (request, column) => renderCell(deps, request, column),
    pluginCell: async (request, column) => hooks.applyFilters('manage_users_custom_column', '', column, request.userId),
    rowActions: (request) => rowActions(deps, kind, request),
    empty: escapeText(__('No requests yet.')),
  };
}

function requestStates({ text: { __ } }: AdminDeps): Readonly<Record<string, string>> {
  return {
    'request-pending': __('Waiting for confirmation'),
    'request-confirmed': __('Confirmed'),
    'request-failed': __('Failed'),
    'request-completed': __('Done'),
  };
}

async function renderCell(deps: AdminDeps, request: UserRequest, column: string): Promise<string | undefined> {
  if (column === 'email') {
    const email = escapeText(request.email);
    return `<a class="row-title" href="mailto:${email}">${email}</a>`;
  }
  if (column === 'status') return stateCell(deps, request);
  if (column === 'created') return timeCell(deps, request.created);
  if (column === 'confirmed') return timeCell(deps, request.confirmed);
  return undefined;
}

async function timeCell({ dates, text: { __ } }: AdminDeps, seconds: number): Promise<string> {
  return seconds === 0 ? '–' : escapeText(await dates.getDateFromGmt(toUtcString(seconds * 1000), __('Y/m/d H:i')));
}

async function stateCell(deps: AdminDeps, { id, status }: UserRequest): Promise<string> {
  const { fulfillment } = deps.privacy;
  const { __ } = deps.text;
  const outcome = await fulfillment.outcome(id);
  const lines = [escapeText(requestStates(deps)[status] ?? status)];
  if (outcome !== undefined && outcome.problem !== '')
    lines.push(`<span class="muted">${escapeText(__('Failed, will retry: %s', outcome.problem))}</span>`);
  else if (outcome !== undefined && status === 'request-completed')
    lines.push(
      `<span class="muted">${escapeText(__('Removed: %d. Kept: %d.', outcome.removed, outcome.retained))}</span>`,
      ...outcome.messages.slice(0, 5).map((text) => `<span class="muted">${escapeText(text)}</span>`),
    );
  return lines.join('<br>');
}

async function rowActions(
  deps: AdminDeps,
  kind: RequestKind,
  { id, email }: UserRequest,
): Promise<Record<string, string>> {
  const { slug, isErasure } = kind;
  const { fulfillment } = deps.privacy;
  const { nonces } = deps;
  const { __ } = deps.text;
  if (isErasure || (await fulfillment.file(id)) === undefined) return {};
  return {
    download: rowLink(
      nonces.wpNonceUrl(`${deps.siteUrl}/wp-admin/${slug}?download=${id}`, `${DOWNLOAD}-${id}`),
      __('Download'),
      email,
    ),
  };
}
