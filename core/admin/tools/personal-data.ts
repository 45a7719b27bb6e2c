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
  type UserRequest,
  utcText,
} from '../../api/index.js';
import { createContext, CURRENT_SCREEN, currentContext, runInContext, SCHEDULED } from '../../context/index.js';
import { escapeText } from '../../document/index.js';
import { message } from '../answers.js';
import type { AdminDeps } from '../deps.js';
import type { ScreenReply } from '../frame/screen-reply.js';
import { rowLink } from '../list-table/action-links.js';
import { chosenIds } from '../list-table/bulk-action.js';
import {
  type Columns,
  hideableColumns,
  listColumns,
  type ListKind,
  renderList,
  TICKS,
} from '../list-table/list-table.js';
import { nonceAction } from '../nonce-action.js';
import { pageNumber } from '../paging.js';

const PER_PAGE = 20;
const FIELD = 'username_or_email_for_privacy_request';
const DOWNLOAD = 'download-personal-data';
const STATUSES = ['request-pending', 'request-confirmed', 'request-completed'] as const;

/** One of the two screens for requests of people. */
interface RequestKind {
  readonly slug: string;
  readonly actionName: 'export_personal_data' | 'remove_personal_data';
  /** The field by which a form says that a request is added. */
  readonly add: string;
  readonly capability: string;
  readonly erases: boolean;
}

const EXPORT: RequestKind = {
  slug: 'export-personal-data.php',
  actionName: 'export_personal_data',
  add: 'add_export_personal_data_request',
  capability: 'export_others_personal_data',
  erases: false,
};
const ERASE: RequestKind = {
  slug: 'erase-personal-data.php',
  actionName: 'remove_personal_data',
  add: 'add_remove_personal_data_request',
  capability: 'erase_others_personal_data',
  erases: true,
};

/** Hands people what the site knows of them (`export-personal-data.php`). */
export const exportPersonalDataScreen = (deps: AdminDeps): AdminPage => personalDataScreen(deps, EXPORT);

/** Forgets people who ask for it (`erase-personal-data.php`). */
export const erasePersonalDataScreen = (deps: AdminDeps): AdminPage => personalDataScreen(deps, ERASE);

function personalDataScreen(deps: AdminDeps, { slug, actionName, add, capability, erases }: RequestKind): AdminPage {
  const { users, nonces, privacy, dates, hooks } = deps;
  const { requests, fulfilment, api } = privacy;
  const { __, _n } = deps.text;
  const title = (): string => (erases ? __('Erase Personal Data') : __('Export Personal Data'));
  const states = (): Readonly<Record<string, string>> => ({
    'request-pending': __('Waiting for the person'),
    'request-confirmed': __('Confirmed'),
    'request-failed': __('Failed'),
    'request-completed': __('Done'),
  });

  /** An address as it was typed, or that of the account that was named. */
  async function addressOf(typed: string): Promise<string> {
    if (typed.includes('@')) return typed;
    const user = await users.getUserBy('login', typed);
    return user ? user.user_email : '';
  }

  async function create(request: PageRequest): Promise<Notice> {
    const email = await addressOf(request.field(FIELD).trim().slice(0, 200));
    if (email === '') return { kind: 'error', text: __('Type an e-mail address, or the name of an account.') };
    const writes = request.field('send_confirmation_email') !== '';
    const id = await api.wpCreateUserRequest(email, actionName, {}, writes ? 'pending' : 'confirmed');
    if (isWpError(id)) return { kind: 'error', text: __(id.getErrorMessage()) };
    if (!writes) return { kind: 'success', text: __('The request is added. It counts as confirmed.') };
    const sent = await api.wpSendUserRequest(id);
    return isWpError(sent)
      ? { kind: 'error', text: __('The letter could not be sent. Look at the mail log, then write again.') }
      : { kind: 'success', text: __('The person was asked by letter to confirm the request.') };
  }

  /** Does one thing with one request. @returns whether it could be done */
  async function change(action: string, id: number): Promise<boolean> {
    const request = await requests.wpGetUserRequest(id);
    if (!request || request.actionName !== actionName) return false;
    if (action === 'resend')
      return request.status !== 'request-completed' && !isWpError(await api.wpSendUserRequest(id));
    if (action === 'delete') {
      await fulfilment.forgetFile(id);
      return requests.remove(id);
    }
    if (action === 'confirm') {
      if (request.status === 'request-pending') await requests.confirm(id);
      return request.status === 'request-pending';
    }
    if (action !== 'fulfil' || request.status !== 'request-confirmed') return false;
    await deps.audit.record(
      {
        action: erases ? 'data.erased' : 'data.exported',
        subject: { kind: 'person', title: request.email.replace(/^(.).*(?=@)/, '$1…') },
      },
      { required: true },
    );
    await fulfilment.ask(id);
    // Nobody waits for it.
    void runInContext(createContext(SCHEDULED), () => deps.cron.runJobs()).catch(() => undefined);
    return true;
  }

  async function changeChosen(request: PageRequest): Promise<Notice> {
    const ids = chosenIds(request, 'request_id');
    if (ids.length === 0) return { kind: 'warning', text: __('Tick at least one request first.') };
    let done = 0;
    for (const id of ids) if (await change(request.field('action'), id)) done += 1;
    const left = ids.length - done;
    const text = [
      _n('%d request changed.', '%d requests changed.', done),
      ...(left > 0 ? [_n('%d was left as it is.', '%d were left as they are.', left)] : []),
    ].join(' ');
    return { kind: done > 0 ? 'success' : 'error', text };
  }

  async function download(request: PageRequest, id: number): Promise<Reply> {
    if (nonces.wpVerifyNonce(request.field('_wpnonce'), `${DOWNLOAD}-${id}`) === false)
      return message(403, __('The link you followed has expired. Go back, reload the page and try again.'));
    const file = await fulfilment.file(id);
    const size = file === undefined ? undefined : await stat(file).catch(() => undefined);
    if (file === undefined || size === undefined)
      return message(404, __('This export is not there any more. Make a new one.'));
    await deps.audit.record(
      { action: 'data.exported', subject: { kind: 'person', id: String(id) } },
      { required: true },
    );
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

  async function stateCell({ id, status }: UserRequest): Promise<string> {
    const outcome = await fulfilment.outcome(id);
    const said = [escapeText(states()[status] ?? status)];
    if (outcome !== undefined && outcome.problem !== '')
      said.push(
        `<span class="muted">${escapeText(__('It did not work yet, and is tried again: %s', outcome.problem))}</span>`,
      );
    else if (outcome !== undefined && status === 'request-completed')
      said.push(
        `<span class="muted">${escapeText(__('Removed: %d. Kept: %d.', outcome.removed, outcome.retained))}</span>`,
        ...outcome.messages.slice(0, 5).map((text) => `<span class="muted">${escapeText(text)}</span>`),
      );
    return said.join('<br>');
  }

  const timeCell = async (seconds: number): Promise<string> =>
    seconds === 0 ? '–' : escapeText(await dates.getDateFromGmt(utcText(seconds * 1000), __('Y/m/d H:i')));

  async function rowActions({ id, email }: UserRequest): Promise<Record<string, string>> {
    if (erases || (await fulfilment.file(id)) === undefined) return {};
    return {
      download: rowLink(
        nonces.wpNonceUrl(`${deps.siteUrl}/wp-admin/${slug}?download=${id}`, `${DOWNLOAD}-${id}`),
        __('Download'),
        email,
      ),
    };
  }

  async function listOf(screen: AdminScreen, status: string): Promise<ListKind<UserRequest>> {
    const counts = await requests.counts(actionName);
    const named = states();
    return {
      screen,
      columns: (): Columns => ({
        [TICKS]: '',
        email: escapeText(__('Person')),
        status: escapeText(__('State')),
        created: escapeText(__('Asked')),
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
          text: named[name] ?? name,
          count: counts[name] ?? 0,
          url: `${slug}?filter-status=${name}`,
          current: status === name,
        })),
      ],
      bulkActions: {
        fulfil: erases
          ? {
              label: __('Erase the data'),
              isDangerous: true,
              confirm: __('Erase the data of these people? This cannot be undone.'),
            }
          : { label: __('Make the export and send its link') },
        resend: { label: __('Write again') },
        confirm: { label: __('Confirm without a letter') },
        delete: { label: __('Delete the request') },
      },
      idOf: ({ id }) => id,
      nameOf: ({ email }) => email,
      cell: async (request, column) =>
        column === 'email'
          ? `<a class="row-title" href="mailto:${escapeText(request.email)}">${escapeText(request.email)}</a>`
          : column === 'status'
            ? stateCell(request)
            : column === 'created'
              ? timeCell(request.created)
              : column === 'confirmed'
                ? timeCell(request.confirmed)
                : undefined,
      pluginCell: (request, column) => hooks.applyFilters('manage_users_custom_column', '', column, request.userId),
      rowActions,
      empty: escapeText(__('Nobody asked for this yet.')),
    };
  }

  /** Who is asked, by the names that people read. */
  async function sourceNames(): Promise<readonly string[]> {
    if (!erases)
      return Object.values(
        await hooks.applyFilters<PersonalDataExporters>('wp_privacy_personal_data_exporters', {}),
      ).map((one) => one.exporter_friendly_name);
    return Object.values(await hooks.applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {})).map(
      (one) => one.eraser_friendly_name,
    );
  }

  async function show(request: PageRequest, said?: Notice): Promise<ScreenReply> {
    const screen = currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen;
    const { url } = request;
    const asked = url.searchParams.get('filter-status') ?? '';
    const status = (STATUSES as readonly string[]).includes(asked) ? asked : '';
    const search = (url.searchParams.get('s') ?? '').slice(0, 100);
    const { requests: found, total } = await requests.list(actionName, status, search, pageNumber(url), PER_PAGE);
    const list = await listOf(screen, status);
    let asking: Promise<Columns> | undefined;
    const allColumns = (): Promise<Columns> => (asking ??= listColumns(deps, list));
    return {
      kind: 'page',
      title: title(),
      ...(said?.kind === 'error' ? { status: 400 } : {}),
      columns: async () => hideableColumns(await allColumns(), list),
      async content() {
        const nonceField = nonces.wpNonceField(nonceAction(slug));
        const table = await renderList(deps, list, await allColumns(), {
          url,
          userId: request.userId,
          rows: found,
          total,
          perPage: PER_PAGE,
          found: _n('%d request', '%d requests', total),
          search: { label: __('E-mail'), value: search, action: slug, kept: { 'filter-status': status } },
          nonceField,
        });
        const sources = await sourceNames();
        return deps.views.renderCore('admin/personal-data', {
          title: title(),
          erases,
          add,
          field: FIELD,
          typed: said?.kind === 'error' ? request.field(FIELD) : '',
          said,
          isError: said?.kind === 'error',
          sources: sources.join(', '),
          table,
          nonceField,
        });
      },
    };
  }

  return {
    slug,
    title,
    capability,
    parent: 'site-health.php',
    async handler(request): Promise<Reply> {
      if (request.method !== 'POST') {
        const id = Number(request.url.searchParams.get('download')) || 0;
        return id > 0 && !erases ? download(request, id) : show(request);
      }
      return show(request, await (request.field('action') === add ? create(request) : changeChosen(request)));
    },
  };
}
