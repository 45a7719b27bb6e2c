import type { Post } from '../api/index.js';
import { cacheTexts } from '../formatting/index.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { plainTitle } from './xml-text.js';

/** Maximum length of a description that search engines show, in characters. */
const MAX = 155;
/** Number of characters of a text that are examined. */
const LOOKED_AT = 4_000;
const SHORTCODE = /\[\/?[a-z][^[\]]*\]/gi;

/**
 * Returns the page description for search engines and shared links: a post's excerpt or first words, a term's
 * description, or the tagline for the home page. WordPress has no equivalent; `plinth/document` may change it.
 * @since 0.1.0
 */
export async function descriptionOf(
  { options }: Pick<FrontPartDeps, 'options'>,
  { is, post, queried }: Pick<MainQuery, 'is' | 'post' | 'queried'>,
): Promise<string> {
  if (is.embed || is.notFound) return '';
  if (is.front && !post) return firstWords(String(await options.getOption('blogdescription')));
  if (post) return describePost(post);
  return queried?.kind === 'term' ? firstWords(queried.term.description) : '';
}

/** Password-protected posts have no description. */
export function describePost({
  post_excerpt: excerpt,
  post_content: content,
  post_password: password,
}: Pick<Post, 'post_excerpt' | 'post_content' | 'post_password'>): string {
  return password === '' ? firstWords(excerpt) || firstWords(content) : '';
}

/** Returns the first words of an HTML text as plain text. */
const firstWords = cacheTexts((html) => {
  const text = plainTitle(withoutMarkup(html.slice(0, LOOKED_AT)))
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= MAX) return text;
  const cut = text.slice(0, MAX - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > MAX / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:–-]+$/, '')}…`;
});

function withoutMarkup(html: string): string {
  return html
    .replace(/<!--[^]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|pre|figure)\b[^]*?(?:<\/\1>|$)/gi, ' ')
    .replace(SHORTCODE, ' ')
    .replace(/<[^<>]*(?:>|$)/g, ' ');
}
