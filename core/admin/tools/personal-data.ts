import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  type AdminPage,
  type AdminScreen,
  isWpError,
  type Notice,
  type PageRequest,
  type PersonalDataErasers,
  type PersonalDataExporters,
  type Reply,
} from '../../api/index.js';
import { createContext, CURRENT_SCREEN, currentContext, runInContext, SCHEDULED_CONTEXT } from '../../context/index.js';
import { messageScreen, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { readSelectedIds } from '../list-table/bulk-action.js';
import { type Columns, hideableColumns, listColumns, renderList } from '../list-table/list-table.js';
import { nonceAction } from '../admin-urls.js';
import { pageNumber } from '../paging.js';
import { DOWNLOAD, ERASE, EXPORT, createRequestList, type RequestKind, STATUSES } from './personal-data-list.js';

const PER_PAGE = 20;
const ACCOUNT_FIELD = 'username_or_email_for_privacy_request';

/** The screen that exports personal data (`export-personal-data.php`). */
export const exportPersonalDataScreen = (deps: AdminDeps): AdminPage => personalDataScreen(deps, EXPORT);

/** The screen that erases personal data (`erase-personal-data.php`). */
export const erasePersonalDataScreen = (deps: AdminDeps): AdminPage => personalDataScreen(deps, ERASE);

function personalDataScreen(deps: AdminDeps, kind: RequestKind): AdminPage {
  const { slug, add, capability, isErasure } = kind;
  return {
    slug,
    title: () => title(deps, kind),
    capability,
    parent: 'site-health.php',
    async handler(request): Promise<Reply> {
      if (request.method !== 'POST') {
        const id = Number(request.url.searchParams.get('download')) || 0;
        return id > 0 && !isErasure ? download(deps, request, id) : show(deps, kind, request);
      }
      return show(
        deps,
        kind,
        request,
        await (request.field('action') === add ? create(deps, kind, request) : applyBulkAction(deps, kind, request)),
      );
    },
  };
}

function title({ text: { __ } }: AdminDeps, { isErasure }: RequestKind): string {
  return isErasure ? __('Erase Personal Data') : __('Export Personal Data');
}

async function show(deps: AdminDeps, kind: RequestKind, request: PageRequest, notice?: Notice): Promise<ScreenReply> {
  const { slug, actionName, add, isErasure } = kind;
  const { requests } = deps.privacy;
  const { nonces } = deps;
  const { __, _n } = deps.text;
  const screen = currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen;
  const { url } = request;
  const requestedStatus = url.searchParams.get('filter-status') ?? '';
  const status = (STATUSES as readonly string[]).includes(requestedStatus) ? requestedStatus : '';
  const search = (url.searchParams.get('s') ?? '').slice(0, 100);
  const { requests: found, total } = await requests.list(actionName, status, search, pageNumber(url), PER_PAGE);
  const list = await createRequestList(deps, kind, screen, status);
  let columnsPromise: Promise<Columns> | undefined;
  const allColumns = (): Promise<Columns> => (columnsPromise ??= listColumns(deps, list));
  return {
    kind: 'page',
    title: title(deps, kind),
    ...(notice?.kind === 'error' ? { status: 400 } : {}),
    columns: async () => hideableColumns(await allColumns(), list),
    async content() {
      const nonceField = nonces.wpNonceField(nonceAction(slug));
      const table = await renderList(deps, list, await allColumns(), {
        url,
        userId: request.userId,
        rows: found,
        total,
        perPage: PER_PAGE,
        countText: _n('%d request', '%d requests', total),
        search: { label: __('Email'), value: search, action: slug, hiddenFields: { 'filter-status': status } },
        nonceField,
      });
      const sources = await sourceNames(deps, kind);
      return deps.views.renderCore('admin/personal-data', {
        title: title(deps, kind),
        erases: isErasure,
        add,
        field: ACCOUNT_FIELD,
        account: notice?.kind === 'error' ? request.field(ACCOUNT_FIELD) : '',
        notice: notice,
        isError: notice?.kind === 'error',
        sources: sources.join(', '),
        table,
        nonceField,
      });
    },
  };
}

/** Returns the display names of the exporters or erasers. */
async function sourceNames(deps: AdminDeps, kind: RequestKind): Promise<readonly string[]> {
  const { isErasure } = kind;
  const { hooks } = deps;
  if (!isErasure)
    return Object.values(await hooks.applyFilters<PersonalDataExporters>('wp_privacy_personal_data_exporters', {})).map(
      (exporter) => exporter.exporter_friendly_name,
    );
  return Object.values(await hooks.applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {})).map(
    (eraser) => eraser.eraser_friendly_name,
  );
}

async function create(deps: AdminDeps, kind: RequestKind, request: PageRequest): Promise<Notice> {
  const { actionName } = kind;
  const { api } = deps.privacy;
  const { __ } = deps.text;
  const email = await emailOf(deps.users, request.field(ACCOUNT_FIELD).trim().slice(0, 200));
  if (email === '') return { kind: 'error', text: __('Enter an email address or username.') };
  const sendsEmail = request.field('send_confirmation_email') !== '';
  const id = await api.wpCreateUserRequest(email, actionName, {}, sendsEmail ? 'pending' : 'confirmed');
  if (isWpError(id)) return { kind: 'error', text: __(id.getErrorMessage()) };
  if (!sendsEmail) return { kind: 'success', text: __('Request added and marked as confirmed.') };
  const sent = await api.wpSendUserRequest(id);
  return isWpError(sent)
    ? { kind: 'error', text: __('Could not send the email. Check the mail log, then send it again.') }
    : { kind: 'success', text: __('Confirmation request sent by email.') };
}

/** Returns a typed email address, or that of the named account. */
async function emailOf(users: AdminDeps['users'], input: string): Promise<string> {
  if (input.includes('@')) return input;
  const user = await users.getUserBy('login', input);
  return user ? user.user_email : '';
}

async function applyBulkAction(deps: AdminDeps, kind: RequestKind, request: PageRequest): Promise<Notice> {
  const { __, _n } = deps.text;
  const ids = readSelectedIds(request, 'request_id');
  if (ids.length === 0) return { kind: 'warning', text: __('Select at least one request first.') };
  let changedCount = 0;
  for (const id of ids) if (await applyAction(deps, kind, request.field('action'), id)) changedCount += 1;
  const failedCount = ids.length - changedCount;
  const text = [
    _n('%d request updated.', '%d requests updated.', changedCount),
    ...(failedCount > 0 ? [_n('%d was not changed.', '%d were not changed.', failedCount)] : []),
  ].join(' ');
  return { kind: changedCount > 0 ? 'success' : 'error', text };
}

/**
 * Applies an action to a request.
 * @returns whether it succeeded
 */
async function applyAction(deps: AdminDeps, kind: RequestKind, action: string, id: number): Promise<boolean> {
  const { actionName, isErasure } = kind;
  const { requests, fulfillment, api } = deps.privacy;
  const request = await requests.wpGetUserRequest(id);
  if (!request || request.actionName !== actionName) return false;
  if (action === 'resend') return request.status !== 'request-completed' && !isWpError(await api.wpSendUserRequest(id));
  if (action === 'delete') {
    await fulfillment.deleteFile(id);
    return requests.remove(id);
  }
  if (action === 'confirm') {
    if (request.status === 'request-pending') await requests.confirm(id);
    return request.status === 'request-pending';
  }
  if (action !== 'fulfill' || request.status !== 'request-confirmed') return false;
  await deps.audit.record(
    {
      action: isErasure ? 'data.erased' : 'data.exported',
      subject: { kind: 'person', title: request.email.replace(/^(.).*(?=@)/, '$1…') },
    },
    { required: true },
  );
  await fulfillment.enqueue(id);
  // Runs in the background.
  void runInContext(createContext(SCHEDULED_CONTEXT), () => deps.cron.runJobs()).catch(() => undefined);
  return true;
}

async function download(deps: AdminDeps, request: PageRequest, id: number): Promise<Reply> {
  const { fulfillment } = deps.privacy;
  const { nonces } = deps;
  const { __ } = deps.text;
  if (nonces.wpVerifyNonce(request.field('_wpnonce'), `${DOWNLOAD}-${id}`) === false)
    return messageScreen(403, __('The link you followed has expired. Go back, reload the page, and try again.'));
  const file = await fulfillment.file(id);
  const size = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || size === undefined)
    return messageScreen(404, __('This export no longer exists. Create a new one.'));
  await deps.audit.record({ action: 'data.exported', subject: { kind: 'person', id: String(id) } }, { required: true });
  return {
    kind: 'body',
    type: 'application/zip',
    body: createReadStream(file) as AsyncIterable<Buffer>,
    headers: {
      'Content-Length': String(size.size),
      'Content-Disposition': 'attachment; filename="personal-data.zip"',
      'Content-Encoding': 'identity',
    },
  };
}
