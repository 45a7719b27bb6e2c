import { type Post, ready, type Steps } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';
import { pagesOf } from './post-pages.js';

/** A post as templates get it; `title`, `content` and `excerpt` are finished HTML. */
export interface PostView {
  id: number;
  type: string;
  title: string;
  /** Its picture as HTML, or nothing. */
  picture: string;
  content: string;
  excerpt: string;
  url: string;
  /** UTC. */
  date: string;
  modified: string;
  author: { name: string; url: string } | undefined;
  terms: readonly { name: string; url: string; taxonomy: string }[];
  isProtected: boolean;
  /** The parts of a divided text. */
  pages: readonly { number: number; url: string; current: boolean }[];
}

interface PostViewOptions {
  /** In a list a text ends at its author's `<!--more-->`. */
  list: boolean;
  /** Which part of a divided text, from 1. */
  page: number;
}

/** How wide the theme shows pictures. */
const PICTURE_SIZES = '(max-width: 46rem) 100vw, 44rem';

/** Prepares a post for a template. */
export function* viewPost(deps: FrontPartDeps, post: Post, { list, page }: PostViewOptions): Steps<PostView> {
  const { content, users, hooks } = deps;
  const locked = yield* ready(content.now.postPasswordRequired(post.id));
  const url = (yield* ready(content.now.getPermalink(post))) || '';
  const parts = pagesOf(post.post_content);
  const part = parts[Math.min(Math.max(page, 1), parts.length) - 1] ?? '';
  const author = yield* ready(users.now.getUserdata(post.post_author));
  // Before the text: what comes first is fetched first.
  const picture = locked || post.post_type === 'attachment' ? '' : yield* ready(deps.attachments.now.getThePostThumbnail(post.id, list ? 'medium_large' : 'large', { sizes: PICTURE_SIZES }));
  const excerpt = list || post.post_excerpt !== '' ? yield* ready(deps.theExcerpt(post)) : '';
  return {
    id: post.id,
    type: post.post_type,
    title: yield* ready(content.now.getTheTitle(post.id)),
    picture,
    content: locked ? yield* ready(content.getThePasswordForm(post.id)) : yield* ready(deps.theContent(list ? teaser(deps, part, post, url) : marked(part, post), post)),
    excerpt,
    url: yield* ready(hooks.applyFilters('the_permalink', url, post)),
    date: post.post_date_gmt ?? '',
    modified: post.post_modified_gmt ?? '',
    author: author ? { name: author.display_name, url: yield* ready(content.now.getAuthorPostsUrl(author.id, author.user_nicename)) } : undefined,
    terms: yield* termsOf(deps, post),
    isProtected: locked,
    pages: list || parts.length < 2 || locked ? [] : parts.map((_part, index) => ({ number: index + 1, url: index === 0 ? url : `${url.replace(/\/?$/, '/')}${index + 1}/`, current: index + 1 === Math.max(page, 1) })),
  };
}

const MORE = /<!--more(.*?)?-->/s;

/** The text before the mark, with a link to the rest. */
function teaser({ formatting, translate: __ }: FrontPartDeps, text: string, post: Post, url: string): string {
  const match = MORE.exec(text);
  if (!match) return text;
  const label = match[1]?.trim() || __('Continue reading');
  return `${text.slice(0, match.index).trimEnd()} <a href="${formatting.escUrl(url)}#more-${post.id}" class="more-link">${formatting.escHtml(label)}</a>`;
}

/** The whole text, with a place that the link of the list leads to. */
function marked(text: string, post: Post): string {
  return text.replace(MORE, `<span id="more-${post.id}"></span>`);
}

function* termsOf({ content }: FrontPartDeps, post: Post): Steps<PostView['terms']> {
  const taxonomies = content.getObjectTaxonomies(post.post_type).filter(({ publiclyQueryable }) => publiclyQueryable).map(({ name }) => name);
  if (taxonomies.length === 0) return [];
  const terms = yield* ready(content.wpGetObjectTerms(post.id, taxonomies));
  if (!Array.isArray(terms)) return [];
  const views = [];
  for (const term of terms) {
    const url = yield* ready(content.getTermLink(term));
    if (typeof url === 'string') views.push({ name: term.name, url, taxonomy: term.taxonomy });
  }
  return views;
}
