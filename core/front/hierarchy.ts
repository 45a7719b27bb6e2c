import type { Post } from '../api/index.js';
import { decodeSlug } from '../content/slug-text.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

/** Returns the template selected for a page, without `.hbs`; empty if none (`get_page_template_slug`). */
export async function chosenTemplate(
  { meta, customTemplates }: Pick<FrontPartDeps, 'meta' | 'customTemplates'>,
  post: Post,
): Promise<string> {
  const name = String(await meta.getPostMeta(post.id, '_wp_page_template', true)).replace(/\.hbs$/, '');
  return customTemplates().some((template) => template.name === name) ? name : '';
}

/** A step of the template hierarchy: WordPress's name of the type, and the template names, most specific first. */
type Step = readonly [type: string, names: readonly string[]];

/** Template types of the built-in taxonomies. */
const KINDS = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
]);

/** The template that renders a request. */
interface ChosenTemplate {
  /** Full path of the file. */
  readonly file: string;
  /** All names of the hierarchy, which are used if it fails. */
  readonly names: string[];
}

/**
 * Finds the template of a request (WordPress: wp-includes/template-loader.php). Names have no file extension. For each
 * type plugins can filter the names (`{kind}_template_hierarchy`) and the file found (`{kind}_template`); finally
 * `template_include` may return any file, such as a plugin's own, and `template_hierarchy` (names, main query) changes
 * all names at once.
 */
export async function chooseTemplate(deps: FrontPartDeps, main: MainQuery): Promise<ChosenTemplate> {
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
  // A filter that changes the names expects the first of them to be used.
  if (filteredNames !== names) file = deps.locateTemplate(filteredNames);
  return { names: filteredNames, file: await hooks.applyFilters('template_include', file) };
}

async function standardHierarchy(
  deps: Omit<FrontPartDeps, 'hooks'>,
  { is, vars, queried, post }: MainQuery,
): Promise<Step[]> {
  const steps: Step[] = [];
  const add = (type: string, ...names: string[]): void => void steps.push([type, names]);
  if (is.embed && post) add('embed', `embed-${post.post_type}`, 'embed');
  if (is.notFound) add('404', '404');
  else if (is.search) add('search', 'search');
  else {
    if (is.front) add('frontpage', 'front-page');
    if (is.home) add('home', 'home');
    else {
      if (is.privacyPolicy) add('privacypolicy', 'privacy-policy');
      await addParticular(deps, { is, vars, queried, post }, add);
    }
  }
  add('index', 'index');
  return steps;
}

async function addParticular(
  deps: Omit<FrontPartDeps, 'hooks'>,
  { is, vars, queried, post }: Pick<MainQuery, 'is' | 'vars' | 'queried' | 'post'>,
  add: (type: string, ...names: string[]) => void,
): Promise<void> {
  if (is.postTypeArchive && queried?.kind === 'type') return add('archive', `archive-${queried.type.name}`, 'archive');
  if (queried?.kind === 'term') {
    const { taxonomy, slug, term_id } = queried.term;
    const kind = KINDS.get(taxonomy) ?? 'taxonomy';
    const stem = kind === 'taxonomy' ? `taxonomy-${taxonomy}` : kind;
    const bySlug = [...new Set([decodeSlug(slug), slug])].map((one) => `${stem}-${one}`);
    add(kind, ...bySlug, ...(kind === 'taxonomy' ? [stem] : [`${stem}-${term_id}`]), kind);
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
  const template = await chosenTemplate(deps, post);
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
