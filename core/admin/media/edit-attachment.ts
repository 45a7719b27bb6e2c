import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isWpError, type PageReply, type PageRequest, type Post, type Reply } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { createRedirect } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';
import { LIBRARY_SLUG } from './library.js';
import { listUsages } from './usage-list.js';

const SLUG = 'post.php';
const ALT_META_KEY = '_wp_attachment_image_alt';

/** The values of the attachment form. */
interface AttachmentForm {
  readonly title: string;
  readonly alt: string;
  readonly caption: string;
  readonly description: string;
}

type Metadata = Awaited<ReturnType<AdminDeps['attachments']['wpGetAttachmentMetadata']>>;

const readForm = (request: PageRequest): AttachmentForm => ({
  title: request.field('post_title').slice(0, 1000),
  alt: request.field(ALT_META_KEY).slice(0, 1000),
  caption: request.field('excerpt').replaceAll('\r\n', '\n').slice(0, 10_000),
  description: request.field('content').replaceAll('\r\n', '\n').slice(0, 100_000),
});

/** Edits the details of a file: title, alternative text, caption and description (`post.php` of an attachment). */
export async function editAttachment(deps: AdminDeps, request: PageRequest, post: Post): Promise<Reply> {
  if (request.method !== 'POST' && !request.restored) return show(deps, post, await formOf(deps, post));
  if (request.restored)
    return show(deps, post, readForm(request), {
      status: 200,
      text: deps.text.__(
        'You were logged out before your changes were saved. We restored them below: review and save them.',
      ),
    });
  const action = request.field('action');
  if (action === 'delete') return remove(deps, request, post);
  return action === 'replace' ? replace(deps, request, post) : save(deps, request, post);
}

async function formOf({ meta }: AdminDeps, post: Post): Promise<AttachmentForm> {
  const alt = await meta.getPostMeta(post.id, ALT_META_KEY, true);
  return {
    title: post.post_title,
    alt: typeof alt === 'string' ? alt : '',
    caption: post.post_excerpt,
    description: post.post_content,
  };
}

async function remove(deps: AdminDeps, request: PageRequest, post: Post): Promise<Reply> {
  const { attachments, roles } = deps;
  const { __ } = deps.text;
  if (!(await roles.currentUserCan('delete_post', post.id)))
    return show(deps, post, readForm(request), {
      status: 403,
      text: __('Sorry, you are not allowed to delete this item.'),
    });
  await attachments.wpDeleteAttachment(post.id, true);
  return createRedirect(request, LIBRARY_SLUG, { kind: 'success', text: __('File permanently deleted.') });
}

/** Replaces the file of an attachment and saves its details. */
async function replace(deps: AdminDeps, request: PageRequest, post: Post): Promise<Reply> {
  const { __ } = deps.text;
  const file = request.files.find(({ field, bytes }) => field === 'replacement' && bytes.length > 0);
  const showProblem = (text: string): Promise<PageReply> => show(deps, post, readForm(request), { status: 400, text });
  if (!file) return showProblem(__('Choose the replacement file.'));
  const replaced = await deps.attachments.maintenance.replaceFile(post.id, {
    name: file.name,
    type: file.type,
    data: file.bytes,
  });
  if (isWpError(replaced)) return showProblem(plainMessage(replaced, __));
  return save(deps, request, post, __('File replaced everywhere it is used.'));
}

async function save(deps: AdminDeps, request: PageRequest, post: Post, successText = ''): Promise<Reply> {
  const { content, formatting, hooks, meta } = deps;
  const { __ } = deps.text;
  const form = readForm(request);
  const input = await hooks.applyFilters(
    'attachment_fields_to_save',
    { id: post.id, post_title: form.title, post_excerpt: form.caption, post_content: form.description },
    request.form,
  );
  const saved = await content.wpUpdatePost({ ...input, id: post.id }, true);
  if (isWpError(saved)) return show(deps, post, form, { status: 400, text: plainMessage(saved, __) });
  await meta.updatePostMeta(post.id, ALT_META_KEY, formatting.sanitizeTextField(form.alt));
  return createRedirect(request, `${SLUG}?post=${post.id}&action=edit`, {
    kind: 'success',
    text: successText || __('Saved.'),
  });
}

async function show(
  deps: AdminDeps,
  post: Post,
  form: AttachmentForm,
  problem?: { status: number; text: string },
): Promise<PageReply> {
  const { attachments, content, hooks, nonces, roles, users, views } = deps;
  const description = await hooks.applyFilters('the_editor_content', form.description, 'html');
  const { __ } = deps.text;
  const url = (await attachments.wpGetAttachmentUrl(post.id)) || '';
  const file = await attachments.getAttachedFile(post.id);
  const metadata = await attachments.wpGetAttachmentMetadata(post.id);
  const isImage = await attachments.wpAttachmentIsImage(post.id);
  const author = post.post_author > 0 ? await users.getUserdata(post.post_author) : false;
  const parent = post.post_parent > 0 ? await content.getPost(post.post_parent) : null;
  await hooks.applyFilters('attachment_fields_to_edit', {}, post);
  const dimensions = metadata && metadata.width ? `${metadata.width} × ${metadata.height ?? 0}` : '';
  const title = __('Edit file');
  const html = views.renderCore('admin/media-edit', {
    title,
    url,
    isImage,
    form: { ...form, description },
    id: post.id,
    problem: problem?.text ?? '',
    kind: post.post_mime_type.split('/')[0],
    type: post.post_mime_type,
    imageHtml: isImage
      ? await attachments.wpGetAttachmentImage(post.id, 'large', false, {
          loading: false,
          alt: form.alt,
          sizes: '(max-width: 60rem) 100vw, 44rem',
        })
      : '',
    file: file === false ? '' : basename(file),
    originalUrl: originalUrl(url, metadata),
    bytes: await sizeOf(deps, file),
    dimensions: await hooks.applyFilters('media_meta', dimensions, post),
    date: post.post_date_gmt ?? '',
    author: author ? author.display_name : '',
    uses: await listUsages(deps, post.id),
    accept: isImage ? 'image/*' : post.post_mime_type,
    parent: parent
      ? {
          title: parent.post_title || __('(no title)'),
          url: (await roles.currentUserCan('edit_post', parent.id)) ? `post.php?post=${parent.id}&action=edit` : '',
        }
      : null,
    viewUrl: (await content.getPermalink(post)) || '',
    mayDelete: await roles.currentUserCan('delete_post', post.id),
    listUrl: LIBRARY_SLUG,
    nonceField: nonces.wpNonceField(nonceAction(SLUG)),
  });
  await hooks.doAction('attachment_submitbox_misc_actions', post);
  return { kind: 'page', title, html, ...(problem ? { status: problem.status } : {}), bodyClass: ['editor-page'] };
}

/** Returns the URL of the original image if the stored one was scaled down; empty otherwise. */
function originalUrl(url: string, metadata: Metadata): string {
  return metadata && typeof metadata.original_image === 'string'
    ? url.slice(0, url.lastIndexOf('/') + 1) + basename(metadata.original_image)
    : '';
}

/** Returns the size of a file as text; empty if the file does not exist. */
async function sizeOf({ formatting }: AdminDeps, path: string | false): Promise<string> {
  const bytes =
    path === false
      ? 0
      : await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
  return bytes > 0 ? formatting.sizeFormat(bytes, 1) || '' : '';
}
