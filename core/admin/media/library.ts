import {
  type AdminPage,
  type AdminScreen,
  type PageRequest,
  type Post,
  type PostQuery,
  type Reply,
  type WpQuery,
} from '../../api/index.js';
import { setupPostdata } from '../../content/posts/setup-postdata.js';
import { CURRENT_SCREEN, currentContext, MAIN_QUERY } from '../../context/index.js';
import { captureAction } from '../../document/index.js';
import { createRedirect, messageScreen, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { hiddenColumns } from '../frame/screen-options.js';
import { pluginBulkAction } from '../list-table/bulk-action.js';
import { queryList } from '../list-table/list-query.js';
import { nonceAction } from '../admin-urls.js';
import { pageNumber, createPagination } from '../paging.js';
import { uploadFormData } from './drop-form.js';
import { applyToFiles, MAX_FILES } from './library-actions.js';
import { libraryItem } from './library-item.js';

export const LIBRARY_SLUG = 'upload.php';
const PER_PAGE = 24;
/** Columns and actions that the cards always include. */
const OWN_COLUMNS: readonly string[] = ['cb', 'title', 'author', 'parent', 'date'];
const OWN_ACTIONS: readonly string[] = ['delete', 'attach', 'detach'];
/** Filters of the list, by their name in the URL. */
const KINDS: Readonly<Record<string, PostQuery>> = {
  image: { post_mime_type: 'image' },
  audio: { post_mime_type: 'audio' },
  video: { post_mime_type: 'video' },
  document: { post_mime_type: ['application', 'text'] },
  detached: { post_parent: 0 },
};

/** The queried content of the library. */
interface LibraryData {
  readonly url: URL;
  readonly search: string;
  readonly month: string;
  readonly kind: string;
  readonly posts: readonly Post[];
  readonly total: number;
  readonly added: readonly (readonly [name: string, label: string])[];
}

/** The media library: searches, edits and deletes uploaded files (`upload.php`). */
export function libraryScreen(deps: AdminDeps): AdminPage {
  const { __, _n } = deps.text;

  return {
    slug: LIBRARY_SLUG,
    title: () => __('Media library'),
    menuTitle: () => __('Media'),
    capability: 'upload_files',
    icon: 'media',
    position: 10,
    async handler(request): Promise<Reply> {
      const screen = currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen;
      if (request.method !== 'POST') return show(deps, request, screen);
      const submittedIds = request.form.media;
      const ids = [submittedIds ?? []]
        .flat()
        .map(Number)
        .filter((id) => Number.isInteger(id) && id > 0)
        .slice(0, MAX_FILES);
      if (ids.length === 0)
        return createRedirect(request, `${LIBRARY_SLUG}${request.url.search}`, {
          kind: 'warning',
          text: __('Select at least one file first.'),
        });
      if (!OWN_ACTIONS.includes(request.field('action'))) {
        const redirectUrl = await pluginBulkAction(deps, screen, LIBRARY_SLUG, request.field('action'), ids);
        return redirectUrl === undefined
          ? messageScreen(400, __('Unknown action.'))
          : createRedirect(request, redirectUrl);
      }
      const outcome = await applyToFiles(
        deps,
        request.field('action'),
        ids,
        Number(request.field('found_post_id')) || 0,
      );
      if (outcome === undefined) return messageScreen(400, __('Unknown action.'));
      const noticeText = [
        outcome.text,
        ...(outcome.skipped > 0 ? [_n('%d was not changed.', '%d were not changed.', outcome.skipped)] : []),
      ].join(' ');
      return createRedirect(request, `${LIBRARY_SLUG}${request.url.search}`, {
        kind: outcome.changed > 0 ? 'success' : 'error',
        text: noticeText,
      });
    },
  };
}

async function show(deps: AdminDeps, request: PageRequest, screen: AdminScreen): Promise<ScreenReply> {
  const { __ } = deps.text;
  const { url } = request;
  const requestedFilter = url.searchParams.get('attachment-filter') ?? '';
  const kind = requestedFilter === 'mine' || Object.hasOwn(KINDS, requestedFilter) ? requestedFilter : '';
  const month = /^\d{6}$/.test(url.searchParams.get('m') ?? '') ? (url.searchParams.get('m') ?? '') : '';
  const search = (url.searchParams.get('s') ?? '').slice(0, 200);
  const { posts, total, status, headers } = await queryList(deps, request, {
    post_type: 'attachment',
    post_status: ['inherit', 'private'],
    s: search,
    search_filenames: true,
    m: month,
    ...(kind === 'mine' ? { author: request.userId } : (KINDS[kind] ?? {})),
    posts_per_page: PER_PAGE,
    paged: pageNumber(url),
    orderby: 'date',
    order: 'DESC',
  });
  let columnsPromise: ReturnType<typeof findPluginColumns> | undefined;
  const pluginColumns = (): ReturnType<typeof findPluginColumns> =>
    (columnsPromise ??= findPluginColumns(deps, screen, kind === 'detached'));
  return {
    kind: 'page',
    title: __('Media library'),
    status,
    headers,
    columns: async () => Object.fromEntries(await pluginColumns()),
    content: async () => {
      const hidden = await hiddenColumns(deps, screen, request.userId);
      return renderLibrary(deps, {
        url,
        search,
        month,
        kind,
        posts,
        total,
        added: (await pluginColumns()).filter(([name]) => !hidden.includes(name)),
      });
    },
  };
}

/** Returns the columns added by plugins, which are shown on the cards. */
async function findPluginColumns(
  deps: AdminDeps,
  screen: AdminScreen,
  outsideTransaction: boolean,
): Promise<readonly (readonly [name: string, label: string])[]> {
  const { hooks } = deps;
  const { __ } = deps.text;
  await hooks.applyFilters('manage_taxonomies_for_attachment_columns', [], 'attachment');
  const mediaColumns = await hooks.applyFilters<Readonly<Record<string, string>>>(
    'manage_media_columns',
    { cb: '', title: __('File'), author: __('Author'), parent: __('Uploaded to'), date: __('Date') },
    outsideTransaction,
  );
  const columns = await hooks.applyFilters<Readonly<Record<string, string>>>(
    `manage_${screen.id}_columns`,
    mediaColumns,
  );
  return Object.entries(columns).filter(([name]) => !OWN_COLUMNS.includes(name));
}

async function renderLibrary(
  deps: AdminDeps,
  { url, search, month, kind, posts, total, added }: LibraryData,
): Promise<string> {
  const { attachments, hooks, views, nonces } = deps;
  const { __, _n } = deps.text;
  const query = currentContext()?.memo.get(MAIN_QUERY) as WpQuery;
  const controls = await captureAction(hooks, 'restrict_manage_posts', 'attachment', 'top');
  const tabs = await hooks.applyFilters('views_upload', {});
  const bulk = await hooks.applyFilters<Record<string, string>>('bulk_actions-upload', {
    delete: __('Delete permanently'),
    attach: __('Attach'),
    detach: __('Detach'),
  });
  const items: object[] = [];
  if (posts.length > 0) await hooks.doAction('loop_start', query);
  for (const post of posts) {
    await setupPostdata(hooks, post, query);
    const cells: { label: string; html: string }[] = [];
    for (const [name, label] of added)
      cells.push({ label, html: await captureAction(hooks, 'manage_media_custom_column', name, post.id) });
    items.push({ ...(await libraryItem(deps, post, kind === 'detached')), cells });
  }
  if (posts.length > 0) await hooks.doAction('loop_end', query);
  return views.renderCore('admin/media-library', {
    search,
    month,
    kind,
    items,
    controls,
    drop: uploadFormData(deps),
    isList: url.searchParams.get('mode') === 'list',
    views: viewLinks(deps, url),
    tabs: Object.values(tabs),
    others: Object.entries(bulk)
      .filter(([name]) => !OWN_ACTIONS.includes(name))
      .map(([name, label]) => ({ name, label })),
    kinds: Object.entries(fileTypeLabels(deps)).map(([value, label]) => ({ value, label, selected: value === kind })),
    months: (await attachments.months()).map((value) => ({
      value: value.replace('-', ''),
      date: `${value}-15 12:00:00`,
      selected: value.replace('-', '') === month,
    })),
    bulk: Object.keys(bulk).reduce<Record<string, string>>((all, name) => ({ ...all, [name]: bulk[name] ?? '' }), {}),
    targets: await listTargets(deps),
    filtered: search !== '' || month !== '' || kind !== '',
    paging: createPagination(url, total, PER_PAGE),
    found: _n('%d file', '%d files', total),
    nonceField: nonces.wpNonceField(nonceAction(LIBRARY_SLUG)),
  });
}

/** Returns the display names of the file types. */
function fileTypeLabels({ text: { __ } }: AdminDeps): Record<string, string> {
  return {
    '': __('All files'),
    image: __('Images'),
    audio: __('Audio'),
    video: __('Video'),
    document: __('Documents'),
    detached: __('Unattached'),
    mine: __('Mine'),
  };
}

/** Returns the links to both views of the library, with the current filters. */
function viewLinks(deps: AdminDeps, url: URL): { label: string; url: string; current: boolean }[] {
  const { __ } = deps.text;
  const isList = url.searchParams.get('mode') === 'list';
  return [
    { mode: '', label: __('Grid') },
    { mode: 'list', label: __('List') },
  ].map(({ mode, label }) => {
    const query = new URLSearchParams(url.searchParams);
    query.delete('mode');
    if (mode !== '') query.set('mode', mode);
    return { label, url: `${LIBRARY_SLUG}?${query.toString()}`, current: isList === (mode === 'list') };
  });
}

/** Returns the entries that files can be attached to, most recently changed first. */
async function listTargets(deps: AdminDeps): Promise<{ id: number; title: string }[]> {
  const { content } = deps;
  const { __ } = deps.text;
  const types = content
    .getPostTypes({ showUi: true })
    .map(({ name }) => name)
    .filter((name) => name !== 'attachment' && name !== 'wp_block');
  const { posts } = await content.queryPosts({
    post_type: types,
    post_status: ['publish', 'draft', 'pending', 'private', 'future'],
    posts_per_page: 50,
    orderby: 'modified',
    order: 'DESC',
    perm: 'editable',
    ignore_sticky_posts: true,
    no_found_rows: true,
  });
  return posts.map((post) => ({ id: post.id, title: post.post_title || __('(no title)') }));
}
