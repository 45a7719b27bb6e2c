import type { Post } from '../api/index.js';
import { cacheByText } from '../formatting/index.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { plainTitle } from './xml-text.js';

/** Maximum length of a description in characters. Search engines do not show more. */
const MAX_LENGTH = 155;
/** Number of characters at the start of a text that are processed. */
const MAX_INPUT_LENGTH = 4_000;
const SHORTCODE = /\[\/?[a-z][^[\]]*\]/gi;

/**
 * Returns the description of a page for search engines and shared links: the excerpt or first words of a post, the
 * description of a term, or the tagline for the home page. WordPress has no such description. `plinth/document` may
 * change it.
 * @since 0.1.0
 */
export async function describePage(
  { options }: Pick<FrontPartDeps, 'options'>,
  { is, post, queried }: Pick<MainQuery, 'is' | 'post' | 'queried'>,
): Promise<string> {
  if (is.embed || is.notFound) return '';
  if (is.front && !post) return firstWords(String(await options.getOption('blogdescription')));
  if (post) return describePost(post);
  return queried?.kind === 'term' ? firstWords(queried.term.description) : '';
}

/** Returns the description of a post; empty if it is password-protected. */
export function describePost({
  post_excerpt: excerpt,
  post_content: content,
  post_password: password,
}: Pick<Post, 'post_excerpt' | 'post_content' | 'post_password'>): string {
  return password === '' ? firstWords(excerpt) || firstWords(content) : '';
}

/** Returns the first words of an HTML text as plain text. */
const firstWords = cacheByText((html) => {
  const text = plainTitle(removeMarkup(html.slice(0, MAX_INPUT_LENGTH)))
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= MAX_LENGTH) return text;
  const cut = text.slice(0, MAX_LENGTH - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > MAX_LENGTH / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:–-]+$/, '')}…`;
});

function removeMarkup(html: string): string {
  return html
    .replace(/<!--[^]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|pre|figure)\b[^]*?(?:<\/\1>|$)/gi, ' ')
    .replace(SHORTCODE, ' ')
    .replace(/<[^<>]*(?:>|$)/g, ' ');
}
