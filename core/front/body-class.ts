import { type Post, type Term } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';
import { getPageTemplate } from './hierarchy.js';
import type { MainQuery } from './main-query.js';

type BodyClassDeps = Pick<FrontPartDeps, 'content' | 'meta' | 'customTemplates' | 'formatting' | 'currentUserId'>;

/** Returns the CSS classes of the `body` element (WordPress: get_body_class). */
export async function bodyClasses(deps: BodyClassDeps, main: MainQuery): Promise<string[]> {
  const { is, vars, queried, post } = main;
  const classes: string[] = [];
  const addIf = (condition: boolean, ...names: string[]): void => void (condition && classes.push(...names));
  addIf(is.front, 'home');
  addIf(is.home, 'blog');
  addIf(is.privacyPolicy, 'privacy-policy');
  addIf(is.archive, 'archive');
  addIf(is.date, 'date');
  addIf(is.search, 'search', main.posts.length > 0 ? 'search-results' : 'search-no-results');
  addIf(is.paged, 'paged');
  addIf(is.notFound, 'error404');
  if (post) classes.push('wp-singular', ...(await postClasses(deps, is.page, post)));
  else if (queried?.kind === 'type')
    classes.push('post-type-archive', `post-type-archive-${sanitizeClass(deps, queried.type.name, '')}`);
  else if (queried?.kind === 'author')
    classes.push(
      'author',
      `author-${sanitizeClass(deps, queried.user.user_nicename, String(queried.user.id))}`,
      `author-${queried.user.id}`,
    );
  else if (queried?.kind === 'term') classes.push(...termClasses(deps, queried.term));
  addIf(deps.currentUserId() > 0, 'logged-in');
  addIf(main.adminBar, 'admin-bar', 'no-customize-support');
  const page = Number(vars.page) >= 2 ? Number(vars.page) : Number(vars.paged) || 0;
  if (page > 1 && !is.notFound)
    classes.push(`paged-${page}`, ...pagedKinds(main).map((kind) => `${kind}-paged-${page}`));
  return classes;
}

async function postClasses(
  { content, meta, customTemplates, formatting, currentUserId }: BodyClassDeps,
  page: boolean,
  post: Post,
): Promise<string[]> {
  const type = post.post_type;
  const template = await getPageTemplate({ meta, customTemplates }, post);
  const classes =
    template === ''
      ? [`${type}-template-default`]
      : [`${type}-template`, `${type}-template-${sanitizeClass({ formatting }, template, '')}`];
  if (!page) {
    classes.push('single', `single-${sanitizeClass({ formatting }, type, String(post.id))}`, `postid-${post.id}`);
    if (type === 'attachment')
      classes.push(
        'attachment',
        `attachmentid-${post.id}`,
        `attachment-${sanitizeClass({ formatting }, post.post_mime_type.split('/').at(-1) ?? '', '')}`,
      );
    if (content.postTypeSupports(type, 'post-formats')) classes.push('single-format-standard');
    return classes;
  }
  classes.push('page', `page-id-${post.id}`);
  const status = currentUserId() > 0 ? ['publish', 'private'] : ['publish'];
  const { ids } = await content.queryPosts({
    post_type: 'page',
    post_parent: post.id,
    post_status: status,
    perm: 'readable',
    posts_per_page: 1,
    fields: 'ids',
    no_found_rows: true,
  });
  if (ids.length > 0) classes.push('page-parent');
  if (post.post_parent > 0) classes.push('page-child', `parent-pageid-${post.post_parent}`);
  return classes;
}

function termClasses(deps: Pick<BodyClassDeps, 'formatting'>, { taxonomy, slug, term_id }: Term): string[] {
  const safeSlug = sanitizeClass(deps, slug, String(term_id));
  const name = /^\d+$/.test(safeSlug) || safeSlug.replace(/^-+|-+$/g, '') === '' ? String(term_id) : safeSlug;
  if (taxonomy === 'category') return ['category', `category-${name}`, `category-${term_id}`];
  if (taxonomy === 'post_tag') return ['tag', `tag-${name}`, `tag-${term_id}`];
  return [`tax-${sanitizeClass(deps, taxonomy, '')}`, `term-${name}`, `term-${term_id}`];
}

function pagedKinds({ is }: MainQuery): string[] {
  const kinds = [
    ['single', is.single],
    ['page', is.page],
    ['category', is.category],
    ['tag', is.tag],
    ['date', is.date],
    ['author', is.author],
    ['search', is.search],
    ['post-type', is.postTypeArchive],
  ] as const;
  const found = kinds.find(([, yes]) => yes);
  return found ? [found[0]] : [];
}

function sanitizeClass({ formatting }: Pick<BodyClassDeps, 'formatting'>, text: string, fallback: string): string {
  return formatting.sanitizeHtmlClass(text, fallback);
}
