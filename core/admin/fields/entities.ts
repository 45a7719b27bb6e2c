import {
  type AttachmentsApi,
  type ContentApi,
  type Field,
  isWpError,
  type Post,
  type RolesApi,
  type Term,
} from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

/** Maximum number of entities offered at once. */
export const MAX_RESULTS = 20;
/** Size of the image beside a name, in pixels. */
const IMAGE_SIZE = 40;

/** An entity that a field can reference. */
export interface Entity {
  readonly id: number;
  readonly label: string;
  /** Text that distinguishes entities of the same name; may be empty. */
  readonly note: string;
  readonly image: { readonly src: string; readonly size: number } | null;
}

/** The entities a field can reference: files, entries or terms, and their types. */
export type EntityKind = Pick<Field, 'type' | 'source'>;

export interface EntityDeps {
  readonly content: Pick<
    ContentApi,
    'getTerms' | 'getTerm' | 'getTaxonomy' | 'queryPosts' | 'getPost' | 'getPostTypeObject'
  >;
  readonly attachments: Pick<AttachmentsApi, 'wpGetAttachmentImageSrc'>;
  readonly roles: Pick<RolesApi, 'currentUserCan'>;
  readonly text: AdminDeps['text'];
}

/**
 * Returns the entities that match a search, or the newest ones; terms are sorted by name. Includes only what the
 * current user may read.
 * @param search empty for all
 */
export async function findEntities(
  deps: EntityDeps,
  kind: EntityKind,
  search: string,
  max = MAX_RESULTS,
): Promise<readonly Entity[]> {
  if (kind.type === 'term') return findTerms(deps, kind, search, max);
  const { posts } = await deps.content.queryPosts({
    ...(kind.type === 'media'
      ? { post_type: 'attachment', post_status: 'inherit', ...mimeTypes(kind), search_filenames: true }
      : {
          post_type: await readableTypes(deps, kind),
          post_status: ['publish', 'future', 'draft', 'pending', 'private'],
        }),
    ...(search === '' ? {} : { s: search }),
    posts_per_page: max,
    orderby: 'date',
    order: 'DESC',
    perm: 'readable',
    ignore_sticky_posts: true,
    no_found_rows: true,
  });
  const idMatches = /^\d{1,15}$/.test(search) ? await getEntities(deps, kind, [Number(search)]) : [];
  const found: Entity[] = [];
  for (const post of posts)
    if (await deps.roles.currentUserCan('read_post', post.id)) found.push(await postEntity(deps, kind, post));
  return [...idMatches, ...found.filter(({ id }) => !idMatches.some((match) => match.id === id))];
}

/**
 * Returns the entities with the given IDs, in order; entities that do not exist or that the user may not read are
 * omitted.
 */
export async function getEntities(
  deps: EntityDeps,
  kind: EntityKind,
  ids: readonly number[],
): Promise<readonly Entity[]> {
  const found: Entity[] = [];
  for (const id of ids) {
    const entity = kind.type === 'term' ? await findTerm(deps, kind, id) : await findPost(deps, kind, id);
    if (entity) found.push(entity);
  }
  return found;
}

async function findPost(deps: EntityDeps, kind: EntityKind, id: number): Promise<Entity | undefined> {
  const post = await deps.content.getPost(id);
  if (!post || post.post_status === 'trash' || !(await deps.roles.currentUserCan('read_post', id))) return undefined;
  const isAllowedType =
    kind.type === 'media'
      ? post.post_type === 'attachment'
      : (await readableTypes(deps, kind)).includes(post.post_type);
  return isAllowedType ? postEntity(deps, kind, post) : undefined;
}

/** Returns the public types; internal types are excluded. */
async function readableTypes({ content }: EntityDeps, { source }: EntityKind): Promise<string[]> {
  const requestedTypes = source === undefined || source.length === 0 ? ['post'] : [source].flat();
  const readableNames = requestedTypes.filter((name) => {
    const type = content.getPostTypeObject(name);
    return type !== null && (type.public || type.showUi);
  });
  // A query without a type would match all types.
  return readableNames.length === 0 ? ['none'] : readableNames;
}

function mimeTypes({ source }: EntityKind): { post_mime_type?: string[] } {
  const kinds = [source ?? []].flat();
  return kinds.length === 0 ? {} : { post_mime_type: kinds };
}

async function postEntity(
  { content, attachments, text: { __ } }: EntityDeps,
  { type, source }: EntityKind,
  post: Post,
): Promise<Entity> {
  const label = post.post_title || __('(no title)');
  if (type === 'media') {
    const image = await attachments.wpGetAttachmentImageSrc(post.id, 'thumbnail', true);
    return { id: post.id, label, note: post.post_mime_type, image: image ? { src: image[0], size: IMAGE_SIZE } : null };
  }
  const notes = [
    ...(Array.isArray(source) && source.length > 1
      ? [content.getPostTypeObject(post.post_type)?.labels.singular_name ?? '']
      : []),
    ...(post.post_status === 'publish'
      ? [post.post_date?.slice(0, 10) ?? '']
      : [statusLabels(__)[post.post_status] ?? post.post_status]),
  ];
  return { id: post.id, label, note: notes.filter(Boolean).join(', '), image: null };
}

function statusLabels(__: AdminDeps['text']['__']): Readonly<Record<string, string>> {
  return { draft: __('Draft'), pending: __('Pending review'), private: __('Private'), future: __('Scheduled') };
}

async function findTerms(deps: EntityDeps, kind: EntityKind, search: string, max: number): Promise<readonly Entity[]> {
  const taxonomy = await taxonomyOf(deps, kind);
  if (taxonomy === undefined) return [];
  const found = await deps.content.getTerms({
    taxonomy,
    hide_empty: false,
    orderby: 'name',
    order: 'ASC',
    number: max,
    ...(search === '' ? {} : { search }),
  });
  return isWpError(found) ? [] : Promise.all(found.map((term) => termEntity(deps, term)));
}

async function findTerm(deps: EntityDeps, kind: EntityKind, id: number): Promise<Entity | undefined> {
  const taxonomy = await taxonomyOf(deps, kind);
  const term = taxonomy === undefined ? null : await deps.content.getTerm(id, taxonomy);
  return term === null || isWpError(term) ? undefined : termEntity(deps, term);
}

/** Returns the taxonomy if the user may see its content. */
async function taxonomyOf({ content, roles }: EntityDeps, { source }: EntityKind): Promise<string | undefined> {
  const [name = 'category'] = [source ?? []].flat();
  const taxonomy = content.getTaxonomy(name);
  return taxonomy && (taxonomy.public || (await roles.currentUserCan(taxonomy.cap.assign_terms))) ? name : undefined;
}

/** Returns a term with the name of its parent. */
async function termEntity({ content }: EntityDeps, term: Term): Promise<Entity> {
  const parentTerm = term.parent > 0 ? await content.getTerm(term.parent, term.taxonomy) : null;
  return {
    id: term.term_id,
    label: term.name,
    note: parentTerm === null || isWpError(parentTerm) ? '' : parentTerm.name,
    image: null,
  };
}
