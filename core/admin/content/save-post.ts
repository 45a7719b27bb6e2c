import {
  isWpError,
  type PageReply,
  type PageRequest,
  type Post,
  type PostInput,
  type PostType,
  type Reply,
  type WpError,
} from '../../api/index.js';
import { listOfferedMenus, updateMenusOfPage } from '../appearance/page-in-menus.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { pluginAt } from '../../plugins/index.js';
import { createRedirect } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { findFieldBoxes, toMetadata, readSubmittedFields, withoutRequired } from '../fields/index.js';
import { toPostInput, type PostForm, readPostForm, toMysqlDate } from './post-form.js';
import { listSlug } from './post-list.js';
import { findImagesWithoutAlt, saveDecorativeImages } from './alt-texts.js';
import { readSubmittedTerms } from './term-fields.js';
import { type EditorSubject, type EditorProblem, isPublished, selectedMenuIds, showEditor } from './show-editor.js';

/** Performs the action of the pressed editor button. */
export async function savePost(deps: AdminDeps, request: PageRequest, edited: EditorSubject): Promise<Reply> {
  const { __ } = deps.text;
  const { type, post } = edited;
  const form = readPostForm(request);
  const action = request.field('action');
  if (action === 'preview') return preview(deps, request, form);
  if (action === 'search-images') return showEditor(deps, edited, form, request.userId);
  const showProblem = (problem: EditorProblem): Promise<PageReply> =>
    showEditor(deps, edited, form, request.userId, problem);
  if (post && action === 'trash') {
    if (!(await deps.roles.currentUserCan('delete_post', post.id)))
      return showProblem({ status: 403, text: __('Sorry, you are not allowed to delete this item.') });
    await deps.content.wpTrashPost(post.id);
    return createRedirect(request, listSlug(type.name), { kind: 'success', text: __('Moved to the trash.') });
  }
  const problem = await validateForm(deps, request, post, form);
  if (problem) return showProblem(problem);
  const subject = { type: 'post', subtype: type.name, id: post?.id ?? 0 } as const;
  const boxes = findFieldBoxes(deps, subject);
  const submitted = await readSubmittedFields(
    deps,
    action === 'draft' ? withoutRequired(boxes) : boxes,
    subject,
    request,
  );
  if (Object.keys(submitted.problems).length > 0)
    return showProblem({ status: 422, text: '', fields: submitted.problems });
  const saved = await storePost(deps, request, edited, form, toMetadata(boxes, submitted.values));
  if (isWpError(saved)) return showProblem({ status: 400, text: plainMessage(saved, __) });
  const stored = await storeRelated(deps, request, edited, form, saved);
  const message = [
    await savedMessage(deps, type, post, stored),
    await changedSlugMessage(deps, form, stored),
    await sharedUrlMessage(deps, stored),
  ]
    .filter(Boolean)
    .join(' ');
  return createRedirect(request, `post.php?post=${saved}&action=edit`, { kind: 'success', text: message });
}

/** Previews the text as it would be stored, because not every user may save scripts. */
async function preview(deps: AdminDeps, request: PageRequest, form: PostForm): Promise<Reply> {
  const filteredContent = await deps.hooks.applyFilters('content_save_pre', form.content);
  const title = request.field('part') === '1' ? undefined : form.title || deps.text.__('(no title)');
  return { kind: 'body', type: 'text/html; charset=UTF-8', body: await deps.renderPreview(title, filteredContent) };
}

/** Returns why the form cannot be stored, if its own fields are invalid. */
async function validateForm(
  deps: AdminDeps,
  request: PageRequest,
  post: Post | null,
  form: PostForm,
): Promise<EditorProblem | undefined> {
  const { __ } = deps.text;
  if (post && form.modified !== (post.post_modified_gmt ?? '') && request.field('overwrite') !== '1')
    return {
      status: 409,
      text: __(
        'Someone saved this page after you opened it. Your changes are kept below. Save again to replace their version, which stays in the revisions.',
      ),
    };
  if (form.visibility === 'password' && form.password === '')
    return { status: 400, text: __('Enter a password for visitors, or choose another visibility.') };
  const imageNames = await findImagesWithoutAlt(deps, request, post, form.content);
  if (imageNames.length === 0) return undefined;
  const text = __(
    'Add alternative text to these images: %s. If they are decorative, mark them as such below “Publish”.',
    imageNames.join(', '),
  );
  return { status: 422, text, canMarkDecorative: true };
}

/** Saves the entry with its terms and fields in one transaction. */
async function storePost(
  deps: AdminDeps,
  request: PageRequest,
  { type, post }: EditorSubject,
  form: PostForm,
  { write, remove }: ReturnType<typeof toMetadata>,
): Promise<number | WpError> {
  const { content } = deps;
  const mayPublish = await deps.roles.currentUserCan(type.cap.publish_posts ?? 'publish_posts');
  const status = statusFor(request.field('action'), form, post, mayPublish);
  const dateGmt = form.date === '' ? '' : await deps.dates.getGmtFromDate(toMysqlDate(form));
  const input = {
    ...toPostInput(form, dateGmt, post?.post_password),
    post_status: status,
    post_type: type.name,
    ...postTerms(await readSubmittedTerms(deps, type, request)),
    meta_input: write,
  };
  return deps.transaction(async () => {
    const id = post
      ? await content.wpUpdatePost({ ...input, id: post.id }, true)
      : await content.wpInsertPost(input, true);
    if (!isWpError(id)) for (const key of remove) await deps.meta.deletePostMeta(id, key);
    return id;
  });
}

/** Saves what belongs to a stored entry: its featured image, its first revision and its menu items. */
async function storeRelated(
  deps: AdminDeps,
  request: PageRequest,
  { type, post }: EditorSubject,
  form: PostForm,
  id: number,
): Promise<Post | null> {
  const { attachments, content } = deps;
  await saveDecorativeImages(deps, request, id, form.content);
  if (form.image !== undefined)
    await (form.image === 0 ? attachments.deletePostThumbnail(id) : attachments.setPostThumbnail(id, form.image));
  // WordPress's editor starts from an empty draft, so its first saved text is a revision too.
  if (!post) await content.wpSavePostRevision(id);
  const stored = await content.getPost(id);
  if (stored && request.field('menus_asked') !== '')
    await deps.transaction(async () =>
      updateMenusOfPage(deps, stored, await listOfferedMenus(deps, type.name, post), selectedMenuIds(form)),
    );
  return stored;
}

/** Returns the post status for the pressed button. Publishing requires the capability. */
function statusFor(action: string, form: PostForm, post: Post | null, mayPublish: boolean): string {
  const published = isPublished(post);
  if (action === 'pending' || (action === 'publish' && !mayPublish)) return 'pending';
  if (action === 'publish' || (action === 'save' && published))
    return mayPublish && form.visibility === 'private' ? 'private' : 'publish';
  return action === 'draft' ? 'draft' : (post?.post_status ?? 'draft');
}

/** Categories have their own input field, so that a post without any gets the default category. */
function postTerms({
  category,
  ...others
}: Record<string, number[] | string[]>): Pick<PostInput, 'post_category' | 'tax_input'> {
  return {
    ...(category === undefined ? {} : { post_category: category.map(Number) }),
    tax_input: others,
  };
}

/** Returns the message about a save, by WordPress's message numbers (`post_updated_messages`). */
async function savedMessage(
  { hooks, text: { __ } }: AdminDeps,
  type: PostType,
  before: Post | null,
  stored: Post | null,
): Promise<string> {
  type Messages = Readonly<Record<string, Readonly<Record<number, string>> | undefined>>;
  const defaultMessages = {
    1: __('Updated.'),
    6: __('Published.'),
    9: __('Scheduled for %s.', (stored?.post_date ?? '').slice(0, 16)),
    10: __('Draft saved.'),
  };
  const number = messageNumber(before?.post_status ?? '', stored?.post_status ?? '');
  const messages = await hooks.applyFilters<Messages>('post_updated_messages', {
    post: defaultMessages,
    page: defaultMessages,
  });
  return (messages[type.name] ?? messages.post)?.[number] ?? defaultMessages[number];
}

function messageNumber(before: string, after: string): 1 | 6 | 9 | 10 {
  const isPublic = (status: string): boolean => status === 'publish' || status === 'private';
  if (after === 'future') return 9;
  if (!isPublic(after)) return 10;
  return isPublic(before) ? 1 : 6;
}

/** Returns a message if the post got a different slug than requested; empty otherwise. */
async function changedSlugMessage(
  { content, text: { __ } }: AdminDeps,
  { slug }: PostForm,
  stored: Post | null,
): Promise<string> {
  const suffix =
    stored === null || slug === '' || stored.post_name === slug ? null : /^(.+)-\d+$/.exec(stored.post_name);
  if (!stored || suffix?.[1] !== slug) return '';
  return __(
    'Another page already uses that URL, so this one is at %s',
    (await content.getPermalink(stored)) || stored.post_name,
  );
}

/** Returns a message if a page shares the URL of a plugin's page; empty otherwise. */
async function sharedUrlMessage({ content, plugins, text: { __ } }: AdminDeps, stored: Post | null): Promise<string> {
  const path =
    stored?.post_type === 'page' && stored.post_status === 'publish' ? await content.getPageUri(stored) : false;
  const id = path === false ? '' : pluginAt(plugins.registries.frontRoutes.all(), path);
  return id === ''
    ? ''
    : __(
        'Its title and text appear above what %1$s shows at %2$s.',
        plugins.runningPlugin(id)?.manifest.name ?? id,
        `/${String(path)}/`,
      );
}
