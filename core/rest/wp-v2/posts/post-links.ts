import type { Post, RestResponse } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import type { PostKind } from './post-kind.js';

const RELATION_PREFIX = 'https://api.w.org/';

/** Adds the links of a post, including those for actions that editors may take. */
export async function addPostLinks(
  deps: WpV2Deps,
  kind: PostKind,
  post: Post,
  response: RestResponse,
  context: string,
): Promise<void> {
  const { content, rest } = deps;
  const self = rest.restUrl(`${kind.route}/${post.id}`);
  response.addLink('self', self);
  response.addLink('collection', rest.restUrl(kind.route));
  response.addLink('about', rest.restUrl(`wp/v2/types/${post.post_type}`));
  if (kind.supports('author') && post.post_author > 0)
    response.addLink('author', rest.restUrl(`wp/v2/users/${post.post_author}`), { embeddable: true });
  if (kind.supports('comments'))
    response.addLink('replies', `${rest.restUrl('wp/v2/comments')}?post=${post.id}`, { embeddable: true });
  if (kind.supports('revisions')) {
    const { latestId, count } = await content.wpGetLatestRevisionIdAndTotalCount(post.id);
    response.addLink('version-history', `${self}/revisions`, { count });
    if (latestId > 0) response.addLink('predecessor-version', `${self}/revisions/${latestId}`, { id: latestId });
  }
  if (kind.type.hierarchical && post.post_parent > 0)
    response.addLink('up', rest.restUrl(`${kind.route}/${post.post_parent}`), { embeddable: true });
  const thumbnail = Number((await deps.meta.getPostMeta(post.id, '_thumbnail_id', true)) || 0);
  if (thumbnail > 0)
    response.addLink(`${RELATION_PREFIX}featuredmedia`, rest.restUrl(`wp/v2/media/${thumbnail}`), { embeddable: true });
  if (post.post_type !== 'attachment')
    response.addLink(`${RELATION_PREFIX}attachment`, `${rest.restUrl('wp/v2/media')}?parent=${post.id}`);
  for (const taxonomy of kind.taxonomies()) {
    const base = `${taxonomy.restNamespace || 'wp/v2'}/${taxonomy.restBase || taxonomy.name}`;
    response.addLink(`${RELATION_PREFIX}term`, `${rest.restUrl(base)}?post=${post.id}`, {
      taxonomy: taxonomy.name,
      embeddable: true,
    });
  }
  if (context === 'edit')
    for (const action of await getAllowedActions(deps, kind, post))
      response.addLink(`${RELATION_PREFIX}action-${action}`, self);
}

async function getAllowedActions({ roles }: WpV2Deps, kind: PostKind, post: Post): Promise<string[]> {
  const { cap } = kind.type;
  const may = (capability: string): Promise<boolean> => roles.currentUserCan(capability);
  const [canPublish, canEditOthers] = [await may(cap.publish_posts), await may(cap.edit_others_posts)];
  const actions: string[] = [];
  if (post.post_type !== 'attachment' && canPublish) actions.push('publish');
  if (await may('unfiltered_html')) actions.push('unfiltered-html');
  if (post.post_type === 'post' && canEditOthers && canPublish) actions.push('sticky');
  if (kind.supports('author') && canEditOthers) actions.push('assign-author');
  for (const taxonomy of kind.taxonomies()) {
    const base = taxonomy.restBase || taxonomy.name;
    if (await may(taxonomy.hierarchical ? taxonomy.cap.edit_terms : taxonomy.cap.assign_terms))
      actions.push(`create-${base}`);
    if (await may(taxonomy.cap.assign_terms)) actions.push(`assign-${base}`);
  }
  return actions;
}
