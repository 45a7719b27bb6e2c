import type { AdminPage, Post, PostType, Reply } from '../../api/index.js';
import { goTo } from '../answers.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../nonce-action.js';
import { pageNumber, pagingOf } from '../paging.js';

const PER_PAGE = 20;
/** Statuses a list can be narrowed to, in the order of a page's life. */
const SHOWN = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

/** The address of a type's list, as in WordPress. */
export function listSlug(type: string): string {
  return type === 'post' ? 'edit.php' : `edit.php?post_type=${type}`;
}

/** Lists the posts of a type: search, statuses, paging, and what can be done with several at once. */
export function postListScreen(deps: AdminDeps, type: PostType): AdminPage {
  const { content, roles, views, nonces, users } = deps;
  const { __, _n } = deps.text;
  const slug = listSlug(type.name);
  const statusNames = (): Record<string, string> => ({
    publish: __('Published'), future: __('Scheduled'), draft: __('Draft'), pending: __('Pending review'), private: __('Private'), trash: __('Trash'),
  });

  async function row(post: Post): Promise<object> {
    const author = post.post_author > 0 ? await users.getUserdata(post.post_author) : false;
    const parent = post.post_parent > 0 ? await content.getPost(post.post_parent) : null;
    const shown = await content.isPostPubliclyViewable(post.id);
    return {
      id: post.id,
      title: post.post_title || __('(no title)'),
      parent: parent?.post_title ?? '',
      status: post.post_status,
      statusText: statusNames()[post.post_status] ?? post.post_status,
      locked: post.post_password !== '',
      author: author ? author.display_name : '—',
      modified: post.post_modified_gmt ?? '',
      editUrl: post.post_status !== 'trash' && (await roles.currentUserCan('edit_post', post.id)) ? `post.php?post=${post.id}&action=edit` : '',
      viewUrl: shown ? await content.getPermalink(post) : '',
    };
  }

  async function change(action: string, ids: readonly number[]): Promise<{ done: number; refused: number }> {
    const steps: Record<string, (id: number) => Promise<unknown>> = {
      trash: content.wpTrashPost,
      untrash: content.wpUntrashPost,
      delete: (id) => content.wpDeletePost(id, true),
    };
    let done = 0;
    for (const id of ids) {
      const post = await content.getPost(id);
      if (!steps[action] || post?.post_type !== type.name || !(await roles.currentUserCan('delete_post', id))) continue;
      if (action !== 'trash' && post.post_status !== 'trash') continue;
      if (await steps[action](id)) done += 1;
    }
    return { done, refused: ids.length - done };
  }

  async function show(url: URL): Promise<string> {
    const asked = url.searchParams.get('post_status') ?? '';
    const status = (SHOWN as readonly string[]).includes(asked) ? asked : '';
    const search = (url.searchParams.get('s') ?? '').slice(0, 200);
    const counts = await content.wpCountPosts(type.name);
    const { posts, total: found } = await content.queryPosts({
      post_type: type.name,
      post_status: status === '' ? SHOWN.filter((name) => name !== 'trash') : status,
      s: search,
      posts_per_page: PER_PAGE,
      paged: pageNumber(url),
      orderby: type.hierarchical ? 'menu_order title' : 'date',
      order: type.hierarchical ? 'ASC' : 'DESC',
      ignore_sticky_posts: true,
      perm: 'editable',
    });
    const names = statusNames();
    return views.renderCore('admin/post-list', {
      heading: __(type.labels.name),
      addNew: __(type.labels.add_new_item ?? 'Add'),
      newUrl: `post-new.php${type.name === 'post' ? '' : `?post_type=${type.name}`}`,
      type: type.name,
      status, search,
      tabs: [
        { name: '', text: __('All'), count: SHOWN.filter((name) => name !== 'trash').reduce((sum, name) => sum + (counts[name] ?? 0), 0), current: status === '' },
        ...SHOWN.filter((name) => (counts[name] ?? 0) > 0).map((name) => ({ name, text: names[name], count: counts[name], current: status === name })),
      ],
      posts: await Promise.all(posts.map(row)),
      paging: pagingOf(url, found, PER_PAGE),
      found: _n('%d entry', '%d entries', found),
      inTrash: status === 'trash',
      nonceField: nonces.wpNonceField(nonceAction(slug)),
    });
  }

  return {
    slug,
    title: () => __(type.labels.name),
    capability: type.cap.edit_posts ?? 'edit_posts',
    icon: type.name === 'page' ? 'page' : 'post',
    position: type.name === 'page' ? 20 : (type.menuPosition ?? 5),
    async handler(request): Promise<Reply> {
      if (request.method !== 'POST') return { kind: 'page', title: __(type.labels.name), html: await show(request.url) };
      const listed = request.form['post'];
      const ids = (Array.isArray(listed) ? listed : listed === undefined ? [] : [listed]).map(Number).filter((id) => Number.isInteger(id) && id > 0).slice(0, 500);
      const { done, refused } = await change(request.field('action'), ids);
      const said = [_n('%d entry changed.', '%d entries changed.', done), ...(refused > 0 ? [_n('%d was left as it is.', '%d were left as they are.', refused)] : [])].join(' ');
      return goTo(request, slug, ids.length === 0 ? { kind: 'warning', text: __('Tick at least one entry first.') } : { kind: done > 0 ? 'success' : 'error', text: said });
    },
  };
}
