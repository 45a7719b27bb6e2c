import { type Post, ready, type Steps } from '../api/index.js';
import { cacheTexts } from '../formatting/index.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { plainTitle } from './xml-text.js';

/** Characters that search engines show of a description. */
const MAX = 155;
/** As much of a text as can matter. */
const LOOKED_AT = 4_000;
const SHORTCODE = /\[\/?[a-z][^[\]]*\]/gi;

/**
 * What search engines and shared links say of a page below its title: of a post its excerpt or its first words, of a term its description, of the
 * home page the tagline. WordPress has none of its own; `plinth/document` may change it.
 * @since 0.2.0
 */
export function* descriptionOf(
  { options }: Pick<FrontPartDeps, 'options'>,
  { is, post, queried }: Pick<MainQuery, 'is' | 'post' | 'queried'>,
): Steps<string> {
  if (is.embed || is.notFound) return '';
  if (is.front && !post) return firstWords(String(yield* ready(options.optionNow('blogdescription'))));
  if (post) return describePost(post);
  return queried?.kind === 'term' ? firstWords(queried.term.description) : '';
}

/** Nothing of a post that asks for a password. */
export function describePost({
  post_excerpt: excerpt,
  post_content: content,
  post_password: password,
}: Pick<Post, 'post_excerpt' | 'post_content' | 'post_password'>): string {
  return password === '' ? firstWords(excerpt) || firstWords(content) : '';
}

/** The first words of an HTML text, as plain text. */
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
