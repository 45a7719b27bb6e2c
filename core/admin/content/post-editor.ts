import type { AdminPage, PageReply, PageRequest, Post, PostType, Reply } from '../../api/index.js';
import { editAttachment } from '../media/index.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { changeEntry } from './entry-changes.js';
import { toPostForm, type PostForm, readPostForm } from './post-form.js';
import { listSlug } from './post-list.js';
import { type EditorSubject, showEditor } from './show-editor.js';
import { savePost } from './save-post.js';

const SLUG = 'post.php';
/** Actions of links in lists; each nonce is valid for one entry only. */
const LINK_ACTIONS: readonly string[] = ['trash', 'untrash', 'delete'];

/** The screen for a new post of a type (`post-new.php`). */
export function newPostScreen(deps: AdminDeps, type: PostType): AdminPage {
  const slug = `post-new.php${type.name === 'post' ? '' : `?post_type=${type.name}`}`;
  const title = (): string => deps.text.__(type.labels.add_new_item ?? 'Add');
  return {
    slug,
    title,
    menuTitle: () => deps.text.__('Add'),
    capability: type.cap.create_posts ?? type.cap.edit_posts ?? 'edit_posts',
    parent: listSlug(type.name),
    savesDraft: true,
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') return savePost(deps, request, { type, post: null, slug });
      if (request.restored) return restoreInput(deps, request, { type, post: null, slug });
      const empty: PostForm = {
        ...(await defaultTexts(deps, type, request.userId)),
        slug: '',
        parent: 0,
        order: 0,
        template: '',
        visibility: 'public',
        password: '',
        date: '',
        comments: await defaultCommentStatus(deps, type),
        modified: '',
      };
      return showEditor(deps, { type, post: null, slug }, empty, request.userId);
    },
  };
}

/** Returns the default comment status of a new post of a type (`get_default_comment_status`). */
async function defaultCommentStatus(
  { content, options }: AdminDeps,
  { name }: PostType,
): Promise<PostForm['comments']> {
  return name !== 'page' &&
    content.postTypeSupports(name, 'comments') &&
    (await options.getOption('default_comment_status', 'open')) === 'open'
    ? 'open'
    : 'closed';
}

/** The screen that edits a post of any type (`post.php`). */
export function editPostScreen(deps: AdminDeps): AdminPage {
  const { content, roles } = deps;
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Edit'),
    capability: 'edit_posts',
    hidden: true,
    parent: listSlug('page'),
    savesDraft: true,
    async handler(request): Promise<Reply> {
      const post = await content.getPost(Number(request.url.searchParams.get('post')) || 0);
      if (request.method !== 'POST' && LINK_ACTIONS.includes(request.field('action')))
        return changeByLink(deps, request, post);
      const type = post && content.getPostTypeObject(post.post_type);
      if (!post || !type?.showUi || post.post_status === 'trash')
        return messageScreen(404, __('This item doesn’t exist. It may have been deleted.'));
      if (!(await roles.currentUserCan('edit_post', post.id)))
        return messageScreen(403, __('Sorry, you are not allowed to edit this item.'));
      if (type.name === 'attachment') return editAttachment(deps, request, post);
      if (request.method === 'POST') return savePost(deps, request, { type, post, slug: SLUG });
      if (request.restored) return restoreInput(deps, request, { type, post, slug: SLUG });
      const form = toPostForm(
        post,
        await readTemplate(deps, post),
        (await deps.attachments.getPostThumbnailId(post.id)) || 0,
      );
      return showEditor(deps, { type, post, slug: SLUG }, form, request.userId);
    },
  };
}

/** Returns the initial values of a new post (`default_content`, `default_title`, `default_excerpt`). */
async function defaultTexts(
  { hooks }: AdminDeps,
  type: PostType,
  author: number,
): Promise<Pick<PostForm, 'title' | 'content' | 'excerpt'>> {
  const post = {
    id: 0,
    post_type: type.name,
    post_status: 'auto-draft',
    post_author: author,
    post_title: '',
    post_content: '',
    post_excerpt: '',
  };
  return {
    content: await hooks.applyFilters('default_content', '', post),
    title: await hooks.applyFilters('default_title', '', post),
    excerpt: await hooks.applyFilters('default_excerpt', '', post),
  };
}

async function changeByLink(deps: AdminDeps, request: PageRequest, post: Post | null): Promise<Reply> {
  const { __ } = deps.text;
  const action = request.field('action');
  if (!post) return messageScreen(404, __('This item doesn’t exist. It may have been deleted.'));
  const hasValidNonce = request.verifyNonce(`${action}-post_${post.id}`);
  await deps.hooks.doAction('check_admin_referer', `${action}-post_${post.id}`, hasValidNonce ? 1 : false);
  if (!hasValidNonce)
    return messageScreen(403, __('The link you followed has expired. Go back, reload the page, and try again.'));
  const done = new Map([
    ['trash', __('Moved to the trash.')],
    ['untrash', __('Restored from the trash.')],
    ['delete', __('Permanently deleted.')],
  ]).get(action);
  if (done === undefined || !(await changeEntry(deps, action, post.id)))
    return messageScreen(403, __('Sorry, you are not allowed to delete this item.'));
  return createRedirect(request, listSlug(post.post_type), { kind: 'success', text: done });
}

async function readTemplate({ meta }: AdminDeps, post: Post): Promise<string> {
  const stored = await meta.getPostMeta(post.id, '_wp_page_template', true);
  return typeof stored === 'string' && stored !== 'default' ? stored : '';
}

/** Shows the input entered before the session expired; nothing is stored. */
function restoreInput(deps: AdminDeps, request: PageRequest, edited: EditorSubject): Promise<PageReply> {
  return showEditor(deps, edited, readPostForm(request), request.userId, {
    status: 200,
    text: deps.text.__(
      'You were logged out before your changes were saved. We restored them below: review and save them.',
    ),
  });
}
