import {
  type AdminPage,
  type AdminScreen,
  type PageRequest,
  type Post,
  type PostQuery,
  type PostType,
  type Reply,
  type WpQuery,
  ContentApi,
} from '../../api/index.js';
import { setupPostdata } from '../../content/posts/setup-postdata.js';
import { CURRENT_SCREEN, currentContext, MAIN_QUERY } from '../../context/index.js';
import { escapeText, captureAction } from '../../document/index.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import {
  rowLink,
  hideableColumns,
  isSortKey,
  listColumns,
  type ListDefinition,
  renderList,
} from '../list-table/list-table.js';
import { readSelectedIds, nothingSelectedNotice, pluginBulkAction } from '../list-table/bulk-action.js';
import { queryList } from '../list-table/list-query.js';
import { nonceAction } from '../admin-urls.js';
import { pageNumber } from '../paging.js';
import { changeEntry } from './entry-changes.js';
import { getDeletePostLink, getEditPostLink, getPreviewPostLink } from './entry-links.js';
import { pluginPostCell, postCell, postColumns, statusLabels } from './post-columns.js';

const PER_PAGE = 20;
/** Statuses the list can be filtered by, in the order of a post's life cycle. */
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
/** Sort keys allowed in the URL, with the column each sorts by. */
const SORT_KEYS: Readonly<Record<string, string>> = {
  title: 'title',
  date: 'date',
  modified: 'modified',
  author: 'author',
};

/** Returns the URL of a post type's list, as in WordPress. */
export function listSlug(type: string): string {
  return type === 'post' ? 'edit.php' : `edit.php?post_type=${type}`;
}

/** The screen that lists the posts of a type, with search, status filters, pagination and bulk actions. */
export function postListScreen(deps: AdminDeps, type: PostType): AdminPage {
  const { __, _n } = deps.text;
  const slug = listSlug(type.name);

  return {
    slug,
    title: () => __(type.labels.name),
    capability: type.cap.edit_posts ?? 'edit_posts',
    icon: type.name === 'page' ? 'page' : (type.menuIcon ?? 'post'),
    position: type.name === 'page' ? 20 : (type.menuPosition ?? 5),
    async handler(request): Promise<Reply> {
      const screen = currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen;
      if (request.method !== 'POST') return show(deps, type, request, screen);
      const ids = readSelectedIds(request, 'post');
      if (ids.length === 0) return createRedirect(request, slug, nothingSelectedNotice(__));
      const action = request.field('action');
      if (!['trash', 'untrash', 'delete'].includes(action)) {
        const redirectUrl = await pluginBulkAction(deps, screen, slug, action, ids);
        return createRedirect(
          request,
          redirectUrl ?? slug,
          redirectUrl === undefined ? { kind: 'error', text: __('Unknown action.') } : undefined,
        );
      }
      let changedCount = 0;
      for (const id of ids) if (await changeEntry(deps, action, id, type.name)) changedCount += 1;
      const unchanged = ids.length - changedCount;
      const message = [
        _n('%d item updated.', '%d items updated.', changedCount),
        ...(unchanged > 0 ? [_n('%d was not changed.', '%d were not changed.', unchanged)] : []),
      ].join(' ');
      return createRedirect(request, slug, { kind: changedCount > 0 ? 'success' : 'error', text: message });
    },
  };
}

async function show(deps: AdminDeps, type: PostType, request: PageRequest, screen: AdminScreen): Promise<ScreenReply> {
  const { hooks, nonces } = deps;
  const { __, _n } = deps.text;
  const typeQuery = type.name === 'post' ? '' : `?post_type=${type.name}`;
  const { url } = request;
  const requestedStatus = url.searchParams.get('post_status') ?? '';
  const status = (STATUSES as readonly string[]).includes(requestedStatus) ? requestedStatus : '';
  const search = (url.searchParams.get('s') ?? '').slice(0, 200);
  const {
    posts,
    total,
    status: code,
    headers,
  } = await queryList(deps, request, {
    update_post_term_cache: true,
    ...toPostQuery(deps.content, type, url, status, search),
    paged: pageNumber(url),
  });
  const list = await createListDefinition(deps, type, screen, status);
  let columns: Promise<Readonly<Record<string, string>>> | undefined;
  const allColumns = (): Promise<Readonly<Record<string, string>>> => (columns ??= listColumns(deps, list));
  const displayedList = search === '' ? list : { ...list, empty: escapeText(__('Nothing matches your search.')) };
  return {
    kind: 'page',
    status: code,
    headers,
    title: __(type.labels.name),
    columns: async () => hideableColumns(await allColumns(), list),
    async content() {
      const filteredSearch = await hooks.applyFilters('get_search_query', search);
      const table = await renderList(deps, displayedList, await allColumns(), {
        url,
        userId: request.userId,
        rows: posts,
        total,
        perPage: PER_PAGE,
        countText: _n('%d item', '%d items', total),
        search: {
          label: __('Search'),
          value: filteredSearch,
          action: 'edit.php',
          hiddenFields: { post_type: type.name, post_status: status },
        },
        nonceField: nonces.wpNonceField(nonceAction(listSlug(type.name))),
      });
      return `<div class="head"><h1>${escapeText(__(type.labels.name))}</h1><a class="button" href="post-new.php${typeQuery}">${escapeText(__(type.labels.add_new_item ?? 'Add'))}</a></div>${table}`;
    },
  };
}

function toPostQuery(
  content: ContentApi,
  type: PostType,
  { searchParams }: URL,
  status: string,
  search: string,
): PostQuery {
  const author = searchParams.get('author') ?? '';
  const taxonomy = searchParams.get('taxonomy') ?? '';
  const term = searchParams.get('term') ?? '';
  // Sort keys unknown to the list belong to a plugin, which handles them in `pre_get_posts`.
  const requested = searchParams.get('orderby') ?? '';
  const orderby = SORT_KEYS[requested] ?? (isSortKey(requested) ? requested : undefined);
  const defaultOrder = type.hierarchical ? 'ASC' : 'DESC';
  const order = searchParams.get('order')?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC';
  return {
    post_type: type.name,
    post_status: status === '' ? STATUSES.filter((name) => name !== 'trash') : status,
    s: search,
    ...(/^\d+$/.test(author) ? { author: Number(author) } : {}),
    ...(content.getTaxonomy(taxonomy) && term !== ''
      ? {
          tax_query: {
            relation: 'AND',
            clauses: [{ taxonomy, field: 'slug', terms: [term], operator: 'IN', include_children: true }],
          },
        }
      : {}),
    posts_per_page: PER_PAGE,
    orderby: orderby ?? (type.hierarchical ? 'menu_order title' : 'date'),
    order: orderby ? order : defaultOrder,
    ignore_sticky_posts: true,
    perm: 'editable',
  };
}

async function createListDefinition(
  deps: AdminDeps,
  type: PostType,
  screen: AdminScreen,
  status: string,
): Promise<ListDefinition<Post>> {
  const { content, hooks, roles } = deps;
  const { __ } = deps.text;
  const typeQuery = `?post_type=${type.name}`;
  const counts = await content.wpCountPosts(type.name);
  const names = statusLabels(deps.text);
  const inTrash = status === 'trash';
  return {
    screen,
    columns: () => postColumns(deps, type),
    primary: 'title',
    sortable: { title: 'title', date: 'date' },
    field: 'post',
    views: [
      {
        name: '',
        text: __('All'),
        count: STATUSES.filter((name) => name !== 'trash').reduce((sum, name) => sum + (counts[name] ?? 0), 0),
        url: `edit.php${typeQuery}`,
        current: status === '',
      },
      ...STATUSES.filter((name) => (counts[name] ?? 0) > 0).map((name) => ({
        name,
        text: names[name] ?? name,
        count: counts[name] ?? 0,
        url: `edit.php${typeQuery}&post_status=${name}`,
        current: status === name,
      })),
    ],
    bulkActions: inTrash
      ? {
          untrash: { label: __('Restore') },
          delete: {
            label: __('Delete permanently'),
            isDangerous: true,
            confirm: __('Delete permanently? This can’t be undone.'),
          },
        }
      : { trash: { label: __('Move to trash') } },
    idOf: ({ id }) => id,
    nameOf: (post) => post.post_title || __('(no title)'),
    rowClass: async (post) => {
      await setupPostdata(hooks, post, currentContext()?.memo.get(MAIN_QUERY) as WpQuery | undefined);
      return (
        await hooks.applyFilters<readonly string[]>(
          'post_class',
          [`post-${post.id}`, `type-${post.post_type}`, `status-${post.post_status}`],
          [],
          post.id,
        )
      ).join(' ');
    },
    isSelectable: async (post) =>
      hooks.applyFilters('wp_list_table_show_post_checkbox', await roles.currentUserCan('edit_post', post.id), post),
    cell: (post, column) => postCell(deps, type, post, column),
    pluginCell: (post, column) => pluginPostCell(deps, type, post, column),
    rowActions: (post) => rowActions(deps, type, post),
    async extraNav(which) {
      const filters = await captureAction(hooks, 'restrict_manage_posts', type.name, which);
      const button =
        filters === '' || which !== 'top'
          ? ''
          : `<button class="button--quiet" name="filter_action" value="1">${escapeText(__('Filter'))}</button>`;
      return filters + button + (await captureAction(hooks, 'manage_posts_extra_tablenav', which));
    },
    empty: `${escapeText(__('Nothing here yet.'))} <a href="post-new.php${type.name === 'post' ? '' : typeQuery}">${escapeText(__(type.labels.add_new_item ?? 'Add'))}</a>`,
  };
}

async function rowActions(deps: AdminDeps, type: PostType, post: Post): Promise<Record<string, string>> {
  const { content, hooks, roles, nonces } = deps;
  const { __ } = deps.text;
  const actions: Record<string, string> = {};
  const title = post.post_title || __('(no title)');
  const isTrashed = post.post_status === 'trash';
  if (!isTrashed && (await roles.currentUserCan('edit_post', post.id)))
    actions.edit = rowLink(await getEditPostLink(deps, post), __('Edit'), title);
  if (await roles.currentUserCan('delete_post', post.id)) {
    if (isTrashed) {
      actions.untrash = rowLink(
        nonces.wpNonceUrl(
          `${deps.siteUrl}/wp-admin/post.php?post=${post.id}&action=untrash`,
          `untrash-post_${post.id}`,
        ),
        __('Restore'),
        title,
      );
      actions.delete = rowLink(await getDeletePostLink(deps, post, true), __('Delete permanently'), title);
    } else actions.trash = rowLink(await getDeletePostLink(deps, post), __('Trash'), title);
  }
  if (!isTrashed && content.isPostTypeViewable(type.name)) {
    const isViewable = await content.isPostPubliclyViewable(post.id);
    if (isViewable) actions.view = rowLink((await content.getPermalink(post)) || '', __('View'), title);
    else if (await roles.currentUserCan('edit_post', post.id))
      actions.view = rowLink(await getPreviewPostLink(deps, post), __('Preview'), title);
  }
  return hooks.applyFilters(type.hierarchical ? 'page_row_actions' : 'post_row_actions', actions, post);
}
