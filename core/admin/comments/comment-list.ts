import type {
  AdminPage,
  AdminScreen,
  CommentCounts,
  PageRequest,
  Reply,
  ContentApi,
  HookApi,
} from '../../api/index.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import { CURRENT_SCREEN, currentContext } from '../../context/index.js';
import type { AdminDeps } from '../deps.js';
import { hiddenColumns } from '../frame/screen-options.js';
import { isSortKey } from '../list-table/list-table.js';
import { nonceAction } from '../admin-urls.js';
import { createPagination } from '../paging.js';
import { actionLabels, actionsFor, changeComments, isCommentAction } from './comment-changes.js';
import { commentRow } from './comment-row.js';
import { readListQuery, findComments, type CommentListPage } from './comment-list-query.js';

export const COMMENTS_SLUG = 'edit-comments.php';
/** Number of comments deleted per request. */
const BATCH = 500;
const COLUMNS = ['cb', 'author', 'comment', 'response', 'date'];
/** Columns that cannot be removed. */
const REQUIRED_COLUMNS: readonly string[] = ['cb', 'author', 'comment'];

/** The screen that lists comments for moderators (`edit-comments.php`). */
export function commentListScreen(deps: AdminDeps): AdminPage {
  const { content, formatting } = deps;
  const { __ } = deps.text;

  return {
    slug: COMMENTS_SLUG,
    title: () => __('Comments'),
    capability: 'edit_posts',
    icon: 'comment',
    position: 25,
    pendingCount: async () => (await content.wpCountComments()).moderated,
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') return applyAction(deps, request);
      const screen = currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen;
      const result = await findComments(deps, request);
      let columnsPromise: Promise<Readonly<Record<string, string>>> | undefined;
      const columns = (): Promise<Readonly<Record<string, string>>> => (columnsPromise ??= allColumns(deps));
      const reply: ScreenReply = {
        kind: 'page',
        title: __('Comments'),
        columns: async () =>
          Object.fromEntries(
            Object.entries(await columns())
              .filter(([name]) => !REQUIRED_COLUMNS.includes(name))
              .map(([name, label]) => [name, formatting.escHtml(label)]),
          ),
        content: async () => renderPage(deps, request, screen, await columns(), result),
      };
      return reply;
    },
  };
}

/** Renders one page of the list. */
async function renderPage(
  deps: AdminDeps,
  { url, userId }: PageRequest,
  screen: AdminScreen,
  columnLabels: Readonly<Record<string, string>>,
  { comments, total, perPage }: CommentListPage,
): Promise<string> {
  const { content, hooks, roles, views, nonces } = deps;
  const { __, _n } = deps.text;
  const { tab, postId, search, query } = readListQuery(url, userId);
  const columns = await columnsOf(hooks, url, columnLabels, await hiddenColumns(deps, screen, userId));
  const pluginColumns = columns.filter((column) => column.isCustom).map(({ name }) => name);
  const post = postId > 0 ? await content.getPost(postId) : null;
  const ownCommentCount = (
    await content.queryComments({
      user_id: userId,
      status: 'all',
      count: true,
      ...(postId > 0 ? { post_id: postId } : {}),
    })
  ).found;
  const tabs = await tabsOf(deps, await content.wpCountComments(postId), ownCommentCount, tab, postId);
  const actions = await bulkActions(deps, tab);
  const types = await hooks.applyFilters<Record<string, string>>('admin_comment_types_dropdown', {
    comment: __('Comments'),
    pings: __('Pings'),
  });
  const controls: string[] = [];
  await hooks.doAction('restrict_manage_comments', controls);
  await hooks.doAction('manage_comments_nav', tab, 'top', controls);
  const rows = [];
  for (const comment of comments) rows.push(await commentRow(deps, comment, pluginColumns));
  return views.renderCore('admin/comment-list', {
    tabs,
    tab,
    search,
    postId,
    columns,
    actions,
    rows,
    controlsHtml: controls.join(''),
    types: Object.entries(types).map(([name, label]) => ({ name, label, current: name === query.type })),
    about: post ? await content.getTheTitle(post.id) : '',
    aboutUrl: post ? (await content.getPermalink(post)) || '' : '',
    span: columns.length,
    mayEmpty:
      (tab === 'spam' || tab === 'trash') && comments.length > 0 && (await roles.currentUserCan('moderate_comments')),
    found: _n('%d comment', '%d comments', total),
    paging: createPagination(url, total, perPage),
    nonceField: nonces.wpNonceField(nonceAction(COMMENTS_SLUG)),
  });
}

/** Returns the links above the list, each with its number of comments. */
async function tabsOf(
  deps: AdminDeps,
  counts: CommentCounts,
  ownCount: number,
  current: string,
  postId: number,
): Promise<string[]> {
  const { formatting, hooks } = deps;
  const { __ } = deps.text;
  const labels: Record<string, [string, number]> = {
    all: [__('All'), counts.all],
    mine: [__('Mine'), ownCount],
    moderated: [__('Pending'), counts.moderated],
    approved: [__('Approved'), counts.approved],
    spam: [__('Spam'), counts.spam],
    trash: [__('Trash'), counts.trash],
  };
  const links: Record<string, string> = {};
  for (const [name, [label, count]] of Object.entries(labels)) {
    const path = `edit-comments.php?comment_status=${name}${postId > 0 ? `&amp;p=${postId}` : ''}`;
    links[name] =
      `<a href="${path}"${name === current ? ' aria-current="true"' : ''}>${formatting.escHtml(label)} <span class="muted">${formatting.numberFormatI18n(count)}</span></a>`;
  }
  return Object.values(
    await hooks.applyFilters('views_edit-comments', await hooks.applyFilters('comment_status_links', links)),
  );
}

/** Returns the columns after the filters of plugins, with the sort links of their headings. */
async function columnsOf(
  hooks: HookApi,
  url: URL,
  columnLabels: Readonly<Record<string, string>>,
  hidden: readonly string[],
): Promise<{ name: string; label: string; sortUrl: string; sorted: string; isCustom: boolean }[]> {
  const columns = Object.fromEntries(
    Object.entries(columnLabels).filter(([name]) => REQUIRED_COLUMNS.includes(name) || !hidden.includes(name)),
  );
  const sortable = await hooks.applyFilters<Record<string, string>>('manage_edit-comments_sortable_columns', {
    author: 'comment_author',
    response: 'comment_post_id',
    date: 'comment_date',
  });
  return Object.entries(columns).map(([name, label]) => {
    const sortKey = sortable[name];
    const isSorted = sortKey !== undefined && url.searchParams.get('orderby') === sortKey;
    const order = url.searchParams.get('order') === 'asc' ? 'asc' : 'desc';
    const query = new URLSearchParams(url.search);
    query.delete('paged');
    query.set('orderby', sortKey ?? '');
    query.set('order', isSorted && order === 'asc' ? 'desc' : 'asc');
    return {
      name,
      label,
      sortUrl: sortKey === undefined || !isSortKey(sortKey) ? '' : `?${query.toString()}`,
      sorted: isSorted ? `${order}ending` : '',
      isCustom: !COLUMNS.includes(name),
    };
  });
}

async function allColumns({ hooks, text: { __ } }: AdminDeps): Promise<Readonly<Record<string, string>>> {
  return hooks.applyFilters<Record<string, string>>('manage_edit-comments_columns', {
    cb: '',
    author: __('Author'),
    comment: __('Comment'),
    response: __('In response to'),
    date: __('Submitted'),
  });
}

/** Returns the actions available for all selected comments. */
async function bulkActions(
  deps: AdminDeps,
  tab: string,
): Promise<{ name: string; label: string; isDangerous: boolean }[]> {
  const { hooks } = deps;
  const labels = actionLabels(deps);
  const stored: Readonly<Record<string, string>> = { moderated: '0', approved: '1', spam: 'spam', trash: 'trash' };
  const availableActions = Object.fromEntries(actionsFor(stored[tab] ?? '').map((name) => [name, labels[name]]));
  const actions = await hooks.applyFilters<Record<string, string>>('bulk_actions-edit-comments', availableActions);
  return Object.entries(actions).map(([name, label]) => ({ name, label, isDangerous: name === 'delete' }));
}

/** Applies the submitted action to the requested comments. */
async function applyAction(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { content, hooks } = deps;
  const { __, _n } = deps.text;
  const { tab } = readListQuery(request.url, request.userId);
  const listUrl = `${COMMENTS_SLUG}${request.url.search}`;
  const { action, ids } = await readCommentIds(content, request, tab);
  if (ids.length === 0)
    return createRedirect(request, listUrl, { kind: 'warning', text: __('Select at least one comment first.') });
  if (!isCommentAction(action)) {
    const redirectUrl = await hooks.applyFilters(`handle_bulk_actions-edit-comments`, listUrl, action, ids);
    return createRedirect(request, redirectUrl.replace(/^.*\/wp-admin\//, ''));
  }
  const changedCount = await changeComments(deps, action, ids);
  const messages = [
    _n('%d comment updated.', '%d comments updated.', changedCount),
    ...(changedCount < ids.length
      ? [_n('%d was not changed.', '%d were not changed.', ids.length - changedCount)]
      : []),
  ];
  return createRedirect(request, listUrl, { kind: changedCount > 0 ? 'success' : 'error', text: messages.join(' ') });
}

/** Returns the requested comment IDs: the selected ones, the one whose button was pressed, or a whole tab. */
async function readCommentIds(
  content: ContentApi,
  request: PageRequest,
  tab: string,
): Promise<{ action: string; ids: number[] }> {
  const [, action = '', id = ''] = /^([a-z]+)-(\d+)$/.exec(request.field('one')) ?? [];
  if (id !== '') return { action, ids: [Number(id)] };
  if (request.field('delete_all') !== '' && (tab === 'spam' || tab === 'trash'))
    return { action: 'delete', ids: (await content.queryComments({ status: tab, type: 'all', number: BATCH })).ids };
  const submittedIds = request.form['delete_comments'];
  const ids = [submittedIds ?? []]
    .flat()
    .map(Number)
    .filter((commentId) => Number.isInteger(commentId) && commentId > 0);
  return { action: request.field('action'), ids: ids.slice(0, BATCH) };
}
