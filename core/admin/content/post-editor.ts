import {
  type AdminPage,
  isWpError,
  type PageReply,
  type PageRequest,
  type Post,
  type PostInput,
  type PostType,
  type Reply,
} from '../../api/index.js';
import { FILE_MEGABYTES } from '../../http/index.js';
import { offeredMenus, putIntoMenus } from '../appearance/page-in-menus.js';
import { editAttachment, featuredPicture } from '../media/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { pluginAt } from '../../plugins/index.js';
import { goTo, message } from '../answers.js';
import type { AdminDeps } from '../deps.js';
import { boxesOn, fieldsIn, listedProblems, metaOf, sentFields, unfinished } from '../fields/index.js';
import type { ScreenReply } from '../frame/screen-reply.js';
import { nonceAction } from '../nonce-action.js';
import { postFieldBoxes } from './post-fields.js';
import { blockLibrary } from './block-library.js';
import { changeEntry } from './entry-changes.js';
import { getPreviewPostLink } from './entry-links.js';
import { editorWords } from './editor-words.js';
import { editorPanels } from './editor-panels.js';
import { editorParts } from './editor-parts.js';
import { newerAutosave } from './newer-autosave.js';
import { formOf, inputOf, type PostForm, readPostForm, storedTime } from './post-form.js';
import { listSlug } from './post-list.js';
import { picturesWithoutWords, rememberDecoration } from './picture-words.js';
import { lastRevisions } from './revisions-screen.js';
import { chosenTerms, termFields } from './term-fields.js';

const SLUG = 'post.php';
/** What links of lists do with an entry; each is signed for that entry alone. */
const BY_LINK: readonly string[] = ['trash', 'untrash', 'delete'];

/** Writes a new post of a type (`post-new.php`). */
export function newScreen(deps: AdminDeps, type: PostType): AdminPage {
  const slug = `post-new.php${type.name === 'post' ? '' : `?post_type=${type.name}`}`;
  const title = (): string => deps.text.__(type.labels.add_new_item ?? 'Add');
  return {
    slug,
    title,
    menuTitle: () => deps.text.__('Add'),
    capability: type.cap.create_posts ?? type.cap.edit_posts ?? 'edit_posts',
    parent: listSlug(type.name),
    keepsTyped: true,
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') return save(deps, request, type, null, slug);
      if (request.restored) return showAgain(deps, request, type, null, slug);
      const empty: PostForm = {
        ...(await defaultTexts(deps, type, request.userId)),
        slug: '',
        parent: 0,
        order: 0,
        template: '',
        visibility: 'public',
        password: '',
        date: '',
        comments: await commentsOf(deps, type),
        modified: '',
      };
      return show(deps, type, null, empty, slug, request.userId);
    },
  };
}

/** Whether a new post of a type takes comments (`get_default_comment_status`). */
async function commentsOf({ content, options }: AdminDeps, { name }: PostType): Promise<PostForm['comments']> {
  return name !== 'page' &&
    content.postTypeSupports(name, 'comments') &&
    (await options.getOption('default_comment_status', 'open')) === 'open'
    ? 'open'
    : 'closed';
}

/** Edits a post of any type (`post.php`). */
export function editScreen(deps: AdminDeps): AdminPage {
  const { content, roles } = deps;
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Edit'),
    capability: 'edit_posts',
    hidden: true,
    parent: listSlug('page'),
    keepsTyped: true,
    async handler(request): Promise<Reply> {
      const post = await content.getPost(Number(request.url.searchParams.get('post')) || 0);
      if (request.method !== 'POST' && BY_LINK.includes(request.field('action')))
        return changeByLink(deps, request, post);
      const type = post && content.getPostTypeObject(post.post_type);
      if (!post || !type?.showUi || post.post_status === 'trash')
        return message(404, __('There is no such entry. It may have been deleted.'));
      if (!(await roles.currentUserCan('edit_post', post.id)))
        return message(403, __('Sorry, you are not allowed to edit this item.'));
      if (type.name === 'attachment') return editAttachment(deps, request, post);
      if (request.method === 'POST') return save(deps, request, type, post, SLUG);
      if (request.restored) return showAgain(deps, request, type, post, SLUG);
      return show(
        deps,
        type,
        post,
        formOf(post, await templateOf(deps, post), (await deps.attachments.getPostThumbnailId(post.id)) || 0),
        SLUG,
        request.userId,
      );
    },
  };
}

/** What a new post begins with (`default_content`, `default_title`, `default_excerpt`). */
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
  if (!post) return message(404, __('There is no such entry. It may have been deleted.'));
  const isMeant = request.verifyNonce(`${action}-post_${post.id}`);
  await deps.hooks.doAction('check_admin_referer', `${action}-post_${post.id}`, isMeant ? 1 : false);
  if (!isMeant) return message(403, __('The link you followed has expired. Go back, reload the page and try again.'));
  const done = new Map([
    ['trash', __('Moved to the trash.')],
    ['untrash', __('Restored from the trash.')],
    ['delete', __('Deleted for good.')],
  ]).get(action);
  if (done === undefined || !(await changeEntry(deps, action, post.id)))
    return message(403, __('Sorry, you are not allowed to delete this item.'));
  return goTo(request, listSlug(post.post_type), { kind: 'success', text: done });
}

async function templateOf({ meta }: AdminDeps, post: Post): Promise<string> {
  const stored = await meta.getPostMeta(post.id, '_wp_page_template', true);
  return typeof stored === 'string' && stored !== 'default' ? stored : '';
}

async function save(
  deps: AdminDeps,
  request: PageRequest,
  type: PostType,
  post: Post | null,
  slug: string,
): Promise<Reply> {
  const { content, roles } = deps;
  const { __ } = deps.text;
  const form = readPostForm(request);
  const action = request.field('action');
  if (action === 'preview') {
    // As it would be stored: not everybody may write scripts.
    const shown = await deps.hooks.applyFilters('content_save_pre', form.content);
    return {
      kind: 'body',
      type: 'text/html; charset=UTF-8',
      body: await deps.renderPreview(request.field('part') === '1' ? undefined : form.title || __('(no title)'), shown),
    };
  }
  if (action === 'pictures') return show(deps, type, post, form, slug, request.userId);
  const refuse = (status: number, text: string): Promise<PageReply> =>
    show(deps, type, post, form, slug, request.userId, { status, text });
  if (post && action === 'trash') {
    if (!(await roles.currentUserCan('delete_post', post.id)))
      return refuse(403, __('Sorry, you are not allowed to delete this item.'));
    await content.wpTrashPost(post.id);
    return goTo(request, listSlug(type.name), { kind: 'success', text: __('Moved to the trash.') });
  }
  if (post && form.modified !== (post.post_modified_gmt ?? '') && request.field('overwrite') !== '1') {
    return refuse(
      409,
      __(
        'Somebody saved this page since you opened it. What you typed is kept below. Save again to replace their version; it stays among the revisions.',
      ),
    );
  }
  if (form.visibility === 'password' && form.password === '')
    return refuse(400, __('Type the password that readers need, or choose another visibility.'));
  const unnamed = await picturesWithoutWords(deps, request, post, form.content);
  if (unnamed.length > 0) {
    const text = __(
      'These pictures say nothing to those who do not see them: %s. Give each an alternative text, or say below “Publish” that they only decorate.',
      unnamed.join(', '),
    );
    return show(deps, type, post, form, slug, request.userId, { status: 422, text, asksDecoration: true });
  }
  const subject = { type: 'post', subtype: type.name, id: post?.id ?? 0 } as const;
  const boxes = boxesOn(deps, subject);
  const typed = await sentFields(deps, action === 'draft' ? unfinished(boxes) : boxes, subject, request);
  if (Object.keys(typed.problems).length > 0)
    return show(deps, type, post, form, slug, request.userId, { status: 422, text: '', fields: typed.problems });
  const { write, remove } = metaOf(boxes, typed.values);
  const mayPublish = await roles.currentUserCan(type.cap.publish_posts ?? 'publish_posts');
  const status = statusFor(action, form, post, mayPublish);
  const moment = form.date === '' ? '' : await deps.dates.getGmtFromDate(storedTime(form));
  const input = {
    ...inputOf(form, moment, post?.post_password),
    post_status: status,
    post_type: type.name,
    ...postTerms(await chosenTerms(deps, type, request)),
    meta_input: write,
  };
  const saved = await deps.transaction(async () => {
    const id = post
      ? await content.wpUpdatePost({ ...input, id: post.id }, true)
      : await content.wpInsertPost(input, true);
    if (!isWpError(id)) for (const key of remove) await deps.meta.deletePostMeta(id, key);
    return id;
  });
  if (isWpError(saved)) return refuse(400, plainMessage(saved, __));
  await rememberDecoration(deps, request, saved, form.content);
  if (form.picture !== undefined)
    await (form.picture === 0
      ? deps.attachments.deletePostThumbnail(saved)
      : deps.attachments.setPostThumbnail(saved, form.picture));
  // WordPress's editor starts from an empty draft, so that its first text is a revision too.
  if (!post) await content.wpSavePostRevision(saved);
  const stored = await content.getPost(saved);
  if (stored && request.field('menus_asked') !== '')
    await deps.transaction(async () =>
      putIntoMenus(deps, stored, await offeredMenus(deps, type.name, post), menusIn(form)),
    );
  const said = [
    await savedMessage(deps, type, post, stored),
    await otherAddress(deps, form, stored),
    await besidePlugin(deps, stored),
  ]
    .filter(Boolean)
    .join(' ');
  return goTo(request, `${SLUG}?post=${saved}&action=edit`, { kind: 'success', text: said });
}

/** Says that a text has another address than its author asked for; empty where it has that. */
async function otherAddress(
  { content, text: { __ } }: AdminDeps,
  { slug }: PostForm,
  stored: Post | null,
): Promise<string> {
  const suffix =
    stored === null || slug === '' || stored.post_name === slug ? null : /^(.+)-\d+$/.exec(stored.post_name);
  if (!stored || suffix?.[1] !== slug) return '';
  return __(
    'Another page has the address you asked for, so this one is at %s',
    (await content.getPermalink(stored)) || stored.post_name,
  );
}

/** Says of a page at the address of a plugin's page that both are one; empty for every other. */
async function besidePlugin({ content, plugins, text: { __ } }: AdminDeps, stored: Post | null): Promise<string> {
  const path =
    stored?.post_type === 'page' && stored.post_status === 'publish' ? await content.getPageUri(stored) : false;
  const id = path === false ? '' : pluginAt(plugins.registries.frontRoutes.all(), path);
  return id === ''
    ? ''
    : __(
        'Its title and text stand above what %1$s shows at %2$s.',
        plugins.runningPlugin(id)?.manifest.name ?? id,
        `/${String(path)}/`,
      );
}

/** The numbers of the menus that are ticked. */
function menusIn({ sent }: PostForm): number[] {
  return [sent?.in_menus ?? []].flat().map(Number).filter(Number.isInteger);
}

/** What is said of a save, by WordPress's numbers of messages (`post_updated_messages`). */
async function savedMessage(
  { hooks, text: { __ } }: AdminDeps,
  type: PostType,
  before: Post | null,
  stored: Post | null,
): Promise<string> {
  type Messages = Readonly<Record<string, Readonly<Record<number, string>> | undefined>>;
  const usual = {
    1: __('Updated.'),
    6: __('Published.'),
    9: __('Scheduled for %s.', (stored?.post_date ?? '').slice(0, 16)),
    10: __('Draft saved.'),
  };
  const number = messageNumber(before?.post_status ?? '', stored?.post_status ?? '');
  const messages = await hooks.applyFilters<Messages>('post_updated_messages', { post: usual, page: usual });
  return (messages[type.name] ?? messages.post)?.[number] ?? usual[number];
}

function messageNumber(before: string, after: string): 1 | 6 | 9 | 10 {
  const isOut = (status: string): boolean => status === 'publish' || status === 'private';
  if (after === 'future') return 9;
  if (!isOut(after)) return 10;
  return isOut(before) ? 1 : 6;
}

/** Categories have a field of their own in what is stored, so that a post without any gets the usual one. */
function postTerms({
  category,
  ...others
}: Record<string, number[] | string[]>): Pick<PostInput, 'post_category' | 'tax_input'> {
  return {
    ...(category === undefined ? {} : { post_category: category.map(Number) }),
    tax_input: others,
  };
}

/** What somebody typed before the session ended; nothing of it is stored. */
function showAgain(
  deps: AdminDeps,
  request: PageRequest,
  type: PostType,
  post: Post | null,
  slug: string,
): Promise<PageReply> {
  return show(deps, type, post, readPostForm(request), slug, request.userId, {
    status: 200,
    text: deps.text.__(
      'You were signed out before this was saved. What you typed is here again: look at it, then save it.',
    ),
  });
}

/** Where a button takes a post: nobody publishes who may not. */
function statusFor(action: string, form: PostForm, post: Post | null, mayPublish: boolean): string {
  const published = post !== null && ['publish', 'private', 'future'].includes(post.post_status);
  if (action === 'pending' || (action === 'publish' && !mayPublish)) return 'pending';
  if (action === 'publish' || (action === 'save' && published))
    return mayPublish && form.visibility === 'private' ? 'private' : 'publish';
  return action === 'draft' ? 'draft' : (post?.post_status ?? 'draft');
}

async function show(
  deps: AdminDeps,
  type: PostType,
  post: Post | null,
  form: PostForm,
  slug: string,
  user: number,
  problem?: { status: number; text: string; fields?: Readonly<Record<string, string>>; asksDecoration?: boolean },
): Promise<ScreenReply> {
  const { content, roles, views, nonces } = deps;
  const { __ } = deps.text;
  const title = __((post ? type.labels.edit_item : type.labels.add_new_item) ?? 'Edit');
  const pages = type.hierarchical
    ? await content.getPages({
        post_type: type.name,
        sort_column: 'menu_order,post_title',
        ...(post ? { exclude_tree: post.id } : {}),
        post_status: ['publish', 'private', 'draft'],
      })
    : [];
  const permalink = async (): Promise<string> => {
    if (!post) return '';
    const [pattern, name] = await content.getSamplePermalink(post.id);
    return pattern.replace(/%(?:pagename|postname)%/, name);
  };
  const about = post ?? unsaved(type, form);
  const templates = await templatesFor(deps, type, about);
  const parts = await editorParts(deps, about);
  const boxes = boxesOn(deps, { type: 'post', subtype: type.name });
  const fields = await postFieldBoxes(
    deps,
    boxes,
    { type: 'post', subtype: type.name, id: post?.id ?? 0 },
    form.sent,
    problem?.fields,
  );
  const now = String(await deps.dates.currentTime('Y-m-d\\TH:i'));
  const data = {
    title,
    form,
    type: type.name,
    now,
    isLater: form.date > now,
    post: post && { id: post.id, status: post.post_status, modified: post.post_modified_gmt },
    problem: problem?.text ?? '',
    problems: listedProblems(fieldsIn(boxes), problem?.fields ?? {}),
    overwrite: problem?.status === 409,
    asksDecoration: problem?.asksDecoration === true,
    onEnter: post === null || ['draft', 'auto-draft'].includes(post.post_status) ? 'draft' : 'save',
    published: post !== null && ['publish', 'private', 'future'].includes(post.post_status),
    mayPublish: await roles.currentUserCan(type.cap.publish_posts ?? 'publish_posts'),
    previewUrl:
      post && content.isPostTypeViewable(type.name) && post.post_status !== 'publish'
        ? await getPreviewPostLink(deps, post)
        : '',
    viewUrl: post && ['publish', 'private'].includes(post.post_status) ? await content.getPermalink(post) : '',
    listUrl: listSlug(type.name),
    hierarchical: type.hierarchical,
    supportsComments: content.postTypeSupports(type.name, 'comments'),
    takesComments: form.comments === 'open',
    supportsExcerpt: content.postTypeSupports(type.name, 'excerpt'),
    parents: (pages || [])
      .filter((page) => page.id !== post?.id)
      .map((page) => ({ id: page.id, title: page.post_title || __('(no title)'), selected: page.id === form.parent })),
    menus: (await offeredMenus(deps, type.name, post)).map((menu) => ({
      ...menu,
      holds: form.sent ? menusIn(form).includes(menu.id) : menu.holds,
    })),
    templates: templates.map((template) => ({ ...template, selected: template.name === form.template })),
    featured: content.postTypeSupports(type.name, 'thumbnail')
      ? await featuredPicture(deps, post, form.picture ?? 0, form.pictureSearch ?? '')
      : null,
    blocks: await allowedBlocks(deps, about),
    revisions: post ? await lastRevisions(deps, post.id) : [],
    autosave: post && !problem ? await newerAutosave(deps, post, user) : undefined,
    words: editorWords(deps.text),
    fileMegabytes: FILE_MEGABYTES,
    script: deps.scriptUrl('editor.js'),
    restNonce: nonces.wpCreateNonce('wp_rest'),
    nonceField: nonces.wpNonceField(nonceAction(slug)),
  };
  return {
    kind: 'page',
    title,
    ...(problem ? { status: problem.status } : {}),
    bodyClass: ['editor-page'],
    content: async () => {
      const around = await parts.around(permalink, form.content);
      return views.renderCore('admin/post-editor', {
        ...data,
        ...around,
        panels: await editorPanels(deps, about),
        side: fields.side + around.side,
        boxes: fields.normal + around.boxes,
        form: { ...form, content: around.text },
        termFields: await termFields(deps, type, post, form.terms),
      });
    },
  };
}

/** The templates that an entry may choose, by file name with their titles (`theme_templates`). */
async function templatesFor(
  { hooks, views }: AdminDeps,
  type: PostType,
  post: Post,
): Promise<{ name: string; title: string }[]> {
  const [theme] = views.themes;
  const own = type.name === 'page' ? views.themes.flatMap(({ customTemplates }) => customTemplates) : [];
  const usual = Object.fromEntries(own.map(({ name, title }) => [name, title]));
  const ofAll = await hooks.applyFilters<Readonly<Record<string, string>>>(
    'theme_templates',
    usual,
    theme,
    post,
    type.name,
  );
  const templates = await hooks.applyFilters<Readonly<Record<string, string>>>(
    `theme_${type.name}_templates`,
    ofAll,
    theme,
    post,
    type.name,
  );
  return Object.entries(templates).map(([name, title]) => ({ name, title }));
}

/** The blocks that the editor offers for an entry (`allowed_block_types_all`). */
async function allowedBlocks(deps: AdminDeps, post: Post): Promise<ReturnType<typeof blockLibrary>> {
  const { hooks } = deps;
  const library = blockLibrary(deps, post.post_type);
  await hooks.doAction('enqueue_block_editor_assets');
  const allowed = await hooks.applyFilters<boolean | readonly string[]>('allowed_block_types_all', true, {
    name: 'core/edit-post',
    post,
  });
  if (typeof allowed === 'boolean') return allowed ? library : [];
  return library.filter(({ name, category }) => category === 'pattern' || allowed.includes(name));
}

/** A post as plugins see it that is not stored yet. */
function unsaved(type: PostType, form: PostForm): Post {
  return {
    id: 0,
    post_author: 0,
    post_date: null,
    post_date_gmt: null,
    post_modified: null,
    post_modified_gmt: null,
    post_content: form.content,
    post_title: form.title,
    post_excerpt: form.excerpt,
    post_status: 'auto-draft',
    comment_status: 'closed',
    ping_status: 'closed',
    post_password: '',
    post_name: '',
    post_parent: 0,
    guid: '',
    menu_order: 0,
    post_type: type.name,
    post_mime_type: '',
    comment_count: 0,
  };
}
