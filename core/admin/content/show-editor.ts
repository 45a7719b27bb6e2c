import type { Post, PostType } from '../../api/index.js';
import { FILE_MEGABYTES } from '../../http/index.js';
import { listOfferedMenus } from '../appearance/page-in-menus.js';
import { featuredImage } from '../media/index.js';
import type { AdminDeps } from '../deps.js';
import { findFieldBoxes, fieldsIn, listFieldErrors } from '../fields/index.js';
import type { ScreenReply } from '../screen-replies.js';
import { nonceAction } from '../admin-urls.js';
import { blockLibrary } from './block-library.js';
import { getPreviewPostLink } from './entry-links.js';
import { editorLabels } from './editor-texts.js';
import { renderEditorPanels, collectEditorParts, renderFieldBoxes } from './editor-parts.js';
import { findNewerAutosave } from './newer-autosave.js';
import type { PostForm } from './post-form.js';
import { listSlug } from './post-list.js';
import { listRevisions } from './revisions-screen.js';
import { termFields } from './term-fields.js';

/** The subject of the editor. */
export interface EditorSubject {
  readonly type: PostType;
  /** Null for a new entry. */
  readonly post: Post | null;
  /** The URL the form is submitted to. */
  readonly slug: string;
}

/** The reason a form was not stored. */
export interface EditorProblem {
  readonly status: number;
  readonly text: string;
  /** Messages by field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether the user may mark the images as decorative. */
  readonly canMarkDecorative?: boolean;
}

/** Shows the editor with the values of a form. */
export async function showEditor(
  deps: AdminDeps,
  edited: EditorSubject,
  form: PostForm,
  user: number,
  problem?: EditorProblem,
): Promise<ScreenReply> {
  const { content, nonces, views } = deps;
  const { type, post, slug } = edited;
  const title = deps.text.__((post ? type.labels.edit_item : type.labels.add_new_item) ?? 'Edit');
  const permalink = async (): Promise<string> => {
    if (!post) return '';
    const [pattern, name] = await content.getSamplePermalink(post.id);
    return pattern.replace(/%(?:pagename|postname)%/, name);
  };
  const parents = await parentChoices(deps, edited, form.parent);
  const editorPost = post ?? createUnsavedPost(type, form);
  const templates = await templatesFor(deps, type, editorPost);
  const parts = await collectEditorParts(deps, editorPost);
  const boxes = findFieldBoxes(deps, { type: 'post', subtype: type.name });
  const subject = { type: 'post', subtype: type.name, id: post?.id ?? 0 } as const;
  const fields = await renderFieldBoxes(deps, boxes, subject, form.submittedFields, problem?.fields);
  const data = {
    title,
    form,
    type: type.name,
    ...(await publishingData(deps, edited, form)),
    problem: problem?.text ?? '',
    problems: listFieldErrors(fieldsIn(boxes), problem?.fields ?? {}),
    overwrite: problem?.status === 409,
    canMarkDecorative: problem?.canMarkDecorative === true,
    listUrl: listSlug(type.name),
    hierarchical: type.hierarchical,
    supportsTitle: content.postTypeSupports(type.name, 'title'),
    supportsEditor: content.postTypeSupports(type.name, 'editor'),
    supportsComments: content.postTypeSupports(type.name, 'comments'),
    takesComments: form.comments === 'open',
    supportsExcerpt: content.postTypeSupports(type.name, 'excerpt'),
    parents,
    menus: (await listOfferedMenus(deps, type.name, post)).map((menu) => ({
      ...menu,
      containsPage: form.submittedFields ? selectedMenuIds(form).includes(menu.id) : menu.containsPage,
    })),
    templates: templates.map((template) => ({ ...template, selected: template.name === form.template })),
    featured: content.postTypeSupports(type.name, 'thumbnail')
      ? await featuredImage(deps, post, form.image ?? 0, form.imageSearch ?? '')
      : null,
    blocks: await allowedBlocks(deps, editorPost),
    revisions: post ? await listRevisions(deps, post.id) : [],
    autosave: post && !problem ? await findNewerAutosave(deps, post, user) : undefined,
    labels: editorLabels(deps.text),
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
      const pluginHtml = await parts.render(permalink, form.content);
      return views.renderCore('admin/post-editor', {
        ...data,
        ...pluginHtml,
        panels: await renderEditorPanels(deps, editorPost),
        side: fields.side + pluginHtml.side,
        boxes: fields.normal + pluginHtml.boxes,
        form: { ...form, content: pluginHtml.text },
        termFields: await termFields(deps, type, post, form.terms),
      });
    },
  };
}

/** Returns the status of an entry and the actions of its buttons. */
async function publishingData(deps: AdminDeps, { type, post }: EditorSubject, form: PostForm): Promise<object> {
  const { content, roles } = deps;
  const now = String(await deps.dates.currentTime('Y-m-d\\TH:i'));
  return {
    now,
    isLater: form.date > now,
    post: post && { id: post.id, status: post.post_status, modified: post.post_modified_gmt },
    onEnter: post === null || ['draft', 'auto-draft'].includes(post.post_status) ? 'draft' : 'save',
    published: isPublished(post),
    mayPublish: await roles.currentUserCan(type.cap.publish_posts ?? 'publish_posts'),
    previewUrl:
      post && content.isPostTypeViewable(type.name) && post.post_status !== 'publish'
        ? await getPreviewPostLink(deps, post)
        : '',
    viewUrl: post && ['publish', 'private'].includes(post.post_status) ? await content.getPermalink(post) : '',
  };
}

/** Whether an entry is published, private or scheduled. */
export function isPublished(post: Post | null): boolean {
  return post !== null && ['publish', 'private', 'future'].includes(post.post_status);
}

/** Returns the possible parents of an entry. */
async function parentChoices(
  { content, text: { __ } }: AdminDeps,
  { type, post }: EditorSubject,
  parent: number,
): Promise<{ id: number; title: string; selected: boolean }[]> {
  if (!type.hierarchical) return [];
  const pages = await content.getPages({
    post_type: type.name,
    sort_column: 'menu_order,post_title',
    ...(post ? { exclude_tree: post.id } : {}),
    post_status: ['publish', 'private', 'draft'],
  });
  return (pages || [])
    .filter((page) => page.id !== post?.id)
    .map((page) => ({ id: page.id, title: page.post_title || __('(no title)'), selected: page.id === parent }));
}

/** Returns the templates available for an entry: titles by file name (`theme_templates`). */
async function templatesFor(
  { hooks, views }: AdminDeps,
  type: PostType,
  post: Post,
): Promise<{ name: string; title: string }[]> {
  const [theme] = views.themes;
  const themeTemplates = type.name === 'page' ? views.themes.flatMap(({ customTemplates }) => customTemplates) : [];
  const templateTitles = Object.fromEntries(themeTemplates.map(({ name, title }) => [name, title]));
  const filteredTemplates = await hooks.applyFilters<Readonly<Record<string, string>>>(
    'theme_templates',
    templateTitles,
    theme,
    post,
    type.name,
  );
  const templates = await hooks.applyFilters<Readonly<Record<string, string>>>(
    `theme_${type.name}_templates`,
    filteredTemplates,
    theme,
    post,
    type.name,
  );
  return Object.entries(templates).map(([name, title]) => ({ name, title }));
}

/** Returns the blocks the editor offers for an entry (`allowed_block_types_all`). */
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

/** Returns an unsaved post in the form plugins expect. */
function createUnsavedPost(type: PostType, form: PostForm): Post {
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

/** Returns the IDs of the selected menus. */
export function selectedMenuIds({ submittedFields }: PostForm): number[] {
  return [submittedFields?.in_menus ?? []].flat().map(Number).filter(Number.isInteger);
}
