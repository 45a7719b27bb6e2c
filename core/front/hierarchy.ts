import { type Post, ready, type Steps } from '../api/index.js';
import { decodeSlug } from '../content/slug-text.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

/** The template an author chose for a page, without `.hbs`; empty for none (`get_page_template_slug`). */
export function* chosenTemplate({ meta, customTemplates }: Pick<FrontPartDeps, 'meta' | 'customTemplates'>, post: Post): Steps<string> {
  const name = String(yield* ready(meta.now.getPostMeta(post.id, '_wp_page_template', true))).replace(/\.hbs$/, '');
  return customTemplates().some((template) => template.name === name) ? name : '';
}

/**
 * Names of templates for a request, the most particular first; the theme's first that exists is taken
 * (WordPress: the template hierarchy). The filter `template_hierarchy` (names, main query) changes them.
 */
export function* templateHierarchy(deps: FrontPartDeps, main: MainQuery): Steps<string[]> {
  return yield* ready(deps.hooks.applyFilters('template_hierarchy', yield* standardHierarchy(deps, main), main));
}

function* standardHierarchy(deps: FrontPartDeps, { is, vars, queried, post }: MainQuery): Steps<string[]> {
  const names: string[] = [];
  if (is.embed && post) names.push(`embed-${post.post_type}`, 'embed');
  if (is.notFound) return [...names, '404', 'index'];
  if (is.search) return [...names, 'search', 'index'];
  if (is.front) names.push('front-page');
  if (is.home) return [...names, 'home', 'index'];
  if (is.privacyPolicy) names.push('privacy-policy');
  if (is.postTypeArchive && queried?.kind === 'type') return [...names, `archive-${queried.type.name}`, 'archive', 'index'];
  if (queried?.kind === 'term') {
    const { taxonomy, slug, term_id } = queried.term;
    const kind = taxonomy === 'category' ? 'category' : taxonomy === 'post_tag' ? 'tag' : 'taxonomy';
    const stem = kind === 'taxonomy' ? `taxonomy-${taxonomy}` : kind;
    const bySlug = [...new Set([decodeSlug(slug), slug])].map((one) => `${stem}-${one}`);
    return [...names, ...bySlug, ...(kind === 'taxonomy' ? [stem] : [`${stem}-${term_id}`]), kind, 'archive', 'index'];
  }
  if (post) return [...names, ...(yield* singularNames(deps, is.page, post, vars)), 'singular', 'index'];
  if (queried?.kind === 'author') return [...names, `author-${queried.user.user_nicename}`, `author-${queried.user.id}`, 'author', 'archive', 'index'];
  if (is.date) return [...names, 'date', 'archive', 'index'];
  return [...names, ...(is.archive ? ['archive'] : []), 'index'];
}

function* singularNames(deps: FrontPartDeps, page: boolean, post: Post, vars: MainQuery['vars']): Steps<string[]> {
  const chosen = yield* chosenTemplate(deps, post);
  const slugs = [...new Set([decodeSlug(post.post_name), post.post_name])].filter((slug) => slug !== '');
  if (page) {
    const asked = typeof vars.pagename === 'string' ? (vars.pagename.split('/').at(-1) ?? '') : '';
    const names = [...new Set([...slugs, ...(asked === '' ? [] : [asked])])];
    return [...(chosen === '' ? [] : [chosen]), ...names.map((slug) => `page-${slug}`), `page-${post.id}`, 'page'];
  }
  if (post.post_type === 'attachment') {
    const [kind = '', form = ''] = post.post_mime_type.split('/');
    return [...new Set([`${kind}-${form}`, form, kind])].filter((name) => /^[\w.-]*\w$/.test(name)).concat('attachment', 'single-attachment', 'single');
  }
  return [...(chosen === '' ? [] : [chosen]), ...slugs.map((slug) => `single-${post.post_type}-${slug}`), `single-${post.post_type}`, 'single'];
}
