import type { ContentTypesApi, HookApi, Post, SanitizingApi, TermsApi } from '../../api/index.js';

interface PostClassesDeps {
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly formatting: Pick<SanitizingApi, 'sanitizeHtmlClass'>;
  readonly content: Pick<ContentTypesApi, 'getObjectTaxonomies'> & Pick<TermsApi, 'getTheTerms'>;
}

/**
 * Returns the CSS classes of a post (`get_post_class`).
 * @param extraClasses additional classes from the template
 */
export async function postClasses(
  { hooks, content, formatting }: PostClassesDeps,
  post: Post,
  extraClasses: readonly string[],
): Promise<string[]> {
  const classes = [
    ...extraClasses,
    `post-${post.id}`,
    post.post_type,
    `type-${post.post_type}`,
    `status-${post.post_status}`,
  ];
  if (post.post_password !== '') classes.push('post-password-required');
  for (const { name, publiclyQueryable } of content.getObjectTaxonomies(post.post_type)) {
    if (!publiclyQueryable) continue;
    const prefix = name === 'post_tag' ? 'tag' : name;
    const terms = await content.getTheTerms(post.id, name);
    for (const { slug, term_id } of Array.isArray(terms) ? terms : [])
      classes.push(formatting.sanitizeHtmlClass(`${prefix}-${slug}`, `${prefix}-${term_id}`));
  }
  return await hooks.applyFilters<string[]>('post_class', classes, extraClasses, post.id);
}
