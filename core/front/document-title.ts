import { DateTime } from 'luxon';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { plainTitle } from './xml-text.js';
import { textVar } from './query-vars.js';

/** Filters for the titles of terms, by taxonomy. */
const TERM_TITLE_FILTERS = new Map<string, 'single_cat_title' | 'single_tag_title'>([
  ['category', 'single_cat_title'],
  ['post_tag', 'single_tag_title'],
]);

type TitleDeps = Pick<FrontPartDeps, 'hooks' | 'content' | 'options' | 'formatting' | 'translate' | 'locale'>;

/** Returns the complete document title as plain text (WordPress: wp_get_document_title). */
export async function documentTitle(deps: TitleDeps, main: MainQuery): Promise<string> {
  const preTitle = await deps.hooks.applyFilters('pre_get_document_title', '');
  if (preTitle !== '') return plainTitle(preTitle);
  const { options, formatting, translate: __ } = deps;
  const { is, vars } = main;
  const site = String(await options.getOption('blogname'));
  // The search term is not content of the site: it is not texturized, and its angle brackets are not tags.
  const searchTitle =
    is.search && !is.notFound ? __('Search Results for “%s”', formatting.escAttr(textVar(vars, 's'))) : undefined;
  const parts: Record<string, string> = {
    title: searchTitle ?? (await pageTitle(deps, main)) ?? (is.front ? site : ''),
  };
  const page = Math.max(Number(vars.page) || 0, is.notFound ? 0 : Number(vars.paged) || 0);
  if (page >= 2 && !is.notFound) parts.page = __('Page %s', page);
  if (is.front) parts.tagline = String(await options.getOption('blogdescription'));
  else parts.site = site;
  return await joinTitle(deps, parts);
}

/**
 * Returns the complete document title of a plugin's page.
 * @param title title of the page as plain text; empty for the site's name
 */
export async function pluginTitle(deps: TitleDeps, title: string): Promise<string> {
  const early = await deps.hooks.applyFilters('pre_get_document_title', '');
  if (early !== '') return plainTitle(early);
  const site = String(await deps.options.getOption('blogname'));
  return await joinTitle(deps, title === '' ? { title: site } : { title: deps.formatting.escHtml(title), site });
}

async function joinTitle({ hooks, formatting }: TitleDeps, parts: Readonly<Record<string, string>>): Promise<string> {
  const separator = await hooks.applyFilters('document_title_separator', '-');
  const filteredParts = await hooks.applyFilters<Readonly<Record<string, string>>>('document_title_parts', parts);
  const title = Object.values(filteredParts)
    .filter((part) => part !== '')
    .join(` ${separator} `);
  return plainTitle(
    await hooks.applyFilters(
      'document_title',
      formatting.capitalPDangit(formatting.convertChars(formatting.wptexturize(title))),
    ),
  );
}

/** Returns the title of a page without the name of the site; undefined for the front page. */
export async function pageTitle(
  { content, translate: __, hooks, locale }: TitleDeps,
  { is, vars, queried, post, posts }: MainQuery,
): Promise<string | undefined> {
  if (is.notFound) return __('Page not found');
  if (is.search) return __('Search Results for “%s”', textVar(vars, 's'));
  if (is.front) return undefined;
  if (queried?.kind === 'type')
    return await hooks.applyFilters('post_type_archive_title', queried.type.labels.name, queried.type.name);
  if (queried?.kind === 'term')
    return await hooks.applyFilters(
      TERM_TITLE_FILTERS.get(queried.term.taxonomy) ?? 'single_term_title',
      queried.term.name,
    );
  if (queried?.kind === 'post')
    return await hooks.applyFilters('single_post_title', queried.post.post_title, queried.post);
  if (post) return await content.getTheTitle(post.id);
  if (queried?.kind === 'author') return queried.user.display_name;
  const date = DateTime.fromSQL(posts[0]?.post_date ?? '', { zone: 'utc' }).setLocale(locale().replace('_', '-'));
  if (is.year) return date.toFormat('yyyy');
  if (is.month) return date.toFormat('LLLL yyyy');
  if (is.day) return date.toLocaleString(DateTime.DATE_FULL);
  return '';
}
