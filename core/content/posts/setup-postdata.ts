import { type HookApi, type Post, type WpQuery } from '../../api/index.js';
import { NO_CONDITIONS } from '../query/conditions.js';
import { RunningQuery } from '../query/running-query.js';

/**
 * Fires the hooks for a post that is about to be displayed (WordPress: setup_postdata).
 * @param query query of the post; without it, a new one is created
 * @returns the pages of its content
 */
export async function setupPostdata(
  hooks: HookApi,
  post: Post,
  query: WpQuery = new RunningQuery({ p: post.id }, () => NO_CONDITIONS),
): Promise<string[]> {
  const pages = await hooks.applyFilters<string[]>('content_pagination', splitPages(post.post_content), post);
  await hooks.doAction('the_post', post, query);
  return pages;
}

/** Splits a text at `<!--nextpage-->` into pages. A tag at the start of the text is ignored. */
export function splitPages(content: string): string[] {
  const text = content
    .replaceAll('\n<!--nextpage-->\n', '<!--nextpage-->')
    .replaceAll('\n<!--nextpage-->', '<!--nextpage-->')
    .replaceAll('<!--nextpage-->\n', '<!--nextpage-->')
    .replaceAll(/<!-- \/?wp:nextpage -->\n?/g, '')
    .replace(/^<!--nextpage-->/, '');
  return text.split('<!--nextpage-->');
}
