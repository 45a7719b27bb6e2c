import type { Post } from '../api/index.js';
import { decodeSlug } from '../content/slug-text.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

/** Returns the template that was selected for a page, without `.hbs`; empty if none was (`get_page_template_slug`). */
export async function getPageTemplate(
  { meta, customTemplates }: Pick<FrontPartDeps, 'meta' | 'customTemplates'>,
  post: Post,
): Promise<string> {
  const name = String(await meta.getPostMeta(post.id, '_wp_page_template', true)).replace(/\.hbs$/, '');
  return customTemplates().some((template) => template.name === name) ? name : '';
}

/** A step of the template hierarchy: its type in WordPress, and the template names, starting with the most specific. */
type HierarchyStep = readonly [type: string, names: readonly string[]];

/** Template types by built-in taxonomy. */
const TEMPLATE_TYPES = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
]);

/** The template that renders a page. */
interface SelectedTemplate {
  /** Path of the file. */
  readonly file: string;
  /** All names of the hierarchy, which are tried if the file fails. */
  readonly names: string[];
}

/**
 * Finds the template of a request (WordPress: wp-includes/template-loader.php). Names have no file extension. For each
 * type, plugins can filter the names (`{type}_template_hierarchy`) and the file that was found (`{type}_template`).
 * `template_hierarchy` (names, main query) can change all names at once. Finally, `template_include` can return any
 * file, such as a template of a plugin.
 */
export async function findTemplate(deps: FrontPartDeps, main: MainQuery): Promise<SelectedTemplate> {
  const { hooks } = deps;
  const names: string[] = [];
  let file = '';
  for (const [type, templates] of await standardHierarchy(deps, main)) {
    const filteredTemplates = await hooks.applyFilters<readonly string[]>(`${type}_template_hierarchy`, templates);
    names.push(...filteredTemplates);
    if (file === '')
      file = await hooks.applyFilters(
        `${type}_template`,
        deps.locateTemplate(filteredTemplates),
        type,
        filteredTemplates,
      );
  }
  const filteredNames = await hooks.applyFilters('template_hierarchy', names, main);
  // If a filter changes the names, the file is searched for again.
  if (filteredNames !== names) file = deps.locateTemplate(filteredNames);
  return { names: filteredNames, file: await hooks.applyFilters('template_include', file) };
}

async function standardHierarchy(
  deps: Omit<FrontPartDeps, 'hooks'>,
  { is, vars, queried, post }: MainQuery,
): Promise<HierarchyStep[]> {
  const steps: HierarchyStep[] = [];
  const add = (type: string, ...names: string[]): void => void steps.push([type, names]);
  if (is.embed && post) add('embed', `embed-${post.post_type}`, 'embed');
  if (is.notFound) add('404', '404');
  else if (is.search) add('search', 'search');
  else {
    if (is.front) add('frontpage', 'front-page');
    if (is.home) add('home', 'home');
    else {
      if (is.privacyPolicy) add('privacypolicy', 'privacy-policy');
      await addSpecificSteps(deps, { is, vars, queried, post }, add);
    }
  }
  add('index', 'index');
  return steps;
}

async function addSpecificSteps(
  deps: Omit<FrontPartDeps, 'hooks'>,
  { is, vars, queried, post }: Pick<MainQuery, 'is' | 'vars' | 'queried' | 'post'>,
  add: (type: string, ...names: string[]) => void,
): Promise<void> {
  if (is.postTypeArchive && queried?.kind === 'type') return add('archive', `archive-${queried.type.name}`, 'archive');
  if (queried?.kind === 'term') {
    const { taxonomy, slug, term_id } = queried.term;
    const kind = TEMPLATE_TYPES.get(taxonomy) ?? 'taxonomy';
    const prefix = kind === 'taxonomy' ? `taxonomy-${taxonomy}` : kind;
    const bySlug = [...new Set([decodeSlug(slug), slug])].map((name) => `${prefix}-${name}`);
    add(kind, ...bySlug, ...(kind === 'taxonomy' ? [prefix] : [`${prefix}-${term_id}`]), kind);
  } else if (post) {
    add(is.page ? 'page' : 'single', ...(await singularNames(deps, is.page, post, vars)));
    return add('singular', 'singular');
  } else if (queried?.kind === 'author')
    add('author', `author-${queried.user.user_nicename}`, `author-${queried.user.id}`, 'author');
  else if (is.date) add('date', 'date');
  if (is.archive) add('archive', 'archive');
}

async function singularNames(
  deps: Omit<FrontPartDeps, 'hooks'>,
  page: boolean,
  post: Post,
  vars: MainQuery['vars'],
): Promise<string[]> {
  const template = await getPageTemplate(deps, post);
  const slugs = [...new Set([decodeSlug(post.post_name), post.post_name])].filter((slug) => slug !== '');
  if (page) {
    const requestedSlug = typeof vars.pagename === 'string' ? (vars.pagename.split('/').at(-1) ?? '') : '';
    const names = [...new Set([...slugs, ...(requestedSlug === '' ? [] : [requestedSlug])])];
    return [...(template === '' ? [] : [template]), ...names.map((slug) => `page-${slug}`), `page-${post.id}`, 'page'];
  }
  if (post.post_type === 'attachment') {
    const [kind = '', form = ''] = post.post_mime_type.split('/');
    return [...new Set([`${kind}-${form}`, form, kind])]
      .filter((name) => /^[\w.-]*\w$/.test(name))
      .concat('attachment', 'single-attachment', 'single');
  }
  return [
    ...(template === '' ? [] : [template]),
    ...slugs.map((slug) => `single-${post.post_type}-${slug}`),
    `single-${post.post_type}`,
    'single',
  ];
}
