import {
  isWpError,
  type Post,
  type PostInput,
  type RestRequest,
  type RestResponse,
  type WpError,
} from '../../../api/index.js';
import { isFieldIncluded, requestedFields } from '../../fields.js';
import { inCollection, numberParam } from '../items/collection.js';
import { contextOf } from '../items/item-schema.js';
import { failure } from '../items/refusals.js';
import { readRawText } from './posts-write.js';
import { findParentPost, prepareRevision, type RevisionKind } from './revision-items.js';

async function prepareAutosave(kind: RevisionKind, saved: Post, request: RestRequest): Promise<RestResponse> {
  const response = await prepareRevision(kind, saved, request);
  const fields = requestedFields(request);
  const isWanted = fields.length === 0 || isFieldIncluded('preview_link', fields);
  if (isWanted && contextOf(request) === 'edit')
    response.setData({ ...(response.getData() as object), preview_link: await previewLinkOf(kind, saved) });
  return kind.deps.hooks.applyFilters('rest_prepare_autosave', response, saved, request);
}

/** Returns the URL at which the author can preview an autosave. */
async function previewLinkOf({ deps: { content, nonces } }: RevisionKind, saved: Post): Promise<string> {
  const parent = content.wpIsPostAutosave(saved);
  if (parent === false) return (await content.getPreviewPostLink(saved.id)) ?? '';
  const previewArgs = { preview_id: String(parent), preview_nonce: nonces.wpCreateNonce(`post_preview_${parent}`) };
  return (await content.getPreviewPostLink(parent, previewArgs)) ?? '';
}

async function autosavesOf({ deps: { content } }: RevisionKind, parent: Post): Promise<Post[]> {
  // Queried separately, because a type without revisions also has autosaves.
  const { posts } = await content.queryPosts({
    post_parent: parent.id,
    post_type: 'revision',
    post_status: 'inherit',
    orderby: 'date ID',
    order: 'DESC',
    posts_per_page: -1,
    ignore_sticky_posts: true,
  });
  return posts.filter((revision) => content.wpIsPostAutosave(revision) !== false);
}

/** Returns the autosaves of a post. */
export async function listAutosaves(kind: RevisionKind, request: RestRequest): Promise<unknown> {
  const parent = await findParentPost(kind, request);
  if (isWpError(parent)) return parent;
  return Promise.all(
    (await autosavesOf(kind, parent)).map(async (autosave) =>
      inCollection(kind.deps.rest.links, await prepareAutosave(kind, autosave, request)),
    ),
  );
}

/** Returns one autosave of a post. */
export async function showAutosave(kind: RevisionKind, request: RestRequest): Promise<unknown> {
  const parent = await findParentPost(kind, request);
  if (isWpError(parent)) return parent;
  const found = (await autosavesOf(kind, parent)).find(({ id }) => id === numberParam(request, 'id'));
  return found
    ? prepareAutosave(kind, found, request)
    : failure('rest_post_no_autosave', 'There is no autosave revision for this post.', 404);
}

/** Stores an autosave. */
export async function saveAutosave(kind: RevisionKind, request: RestRequest): Promise<unknown> {
  const { deps, type } = kind;
  const { content } = deps;
  const parent = await findParentPost(kind, request);
  if (isWpError(parent)) return parent;
  // A draft belongs to its author; autosaves of other users are stored separately, with only the fields they sent.
  const isOwn = ['draft', 'auto-draft'].includes(parent.post_status) && parent.post_author === deps.currentUserId();
  const {
    post_title = '',
    post_content = '',
    post_excerpt = '',
  } = (await autosavesOf(kind, parent)).find((saved) => saved.post_author === deps.currentUserId()) ?? {};
  const input: PostInput & { id: number } = {
    id: parent.id,
    ...(isOwn ? {} : { post_title, post_content, post_excerpt }),
  };
  for (const [param, field] of [
    ['title', 'post_title'],
    ['content', 'post_content'],
    ['excerpt', 'post_excerpt'],
  ] as const) {
    const text = readRawText(request.getParam(param));
    if (text !== undefined) input[field] = text;
  }
  const filtered = await deps.hooks.applyFilters<typeof input | WpError>(
    `rest_pre_insert_${type.name}`,
    input,
    request,
  );
  if (isWpError(filtered)) return filtered;
  Object.assign(input, filtered, { id: parent.id });
  const id = await (isOwn ? content.wpUpdatePost(input, true) : content.wpCreatePostAutosave(input));
  if (isWpError(id)) return id;
  if (id === 0) {
    const message = 'There is nothing to save. The autosave and the post content are the same.';
    return failure('rest_autosave_no_changes', message, 400);
  }
  const saved = await content.getPost(Number(id));
  request.setParam('context', 'edit');
  return saved ? prepareAutosave(kind, saved, request) : failure('rest_post_invalid_id', 'Invalid post ID.', 404);
}
