import { type Post, type WpQuery } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';
import { postClasses } from '../content/tags/post-classes.js';
import { filingOf, type PostFiling } from './post-terms-view.js';
import { dividedAtMore } from '../content/posts/more.js';
import { setupPostdata } from '../content/posts/setup-postdata.js';

/** A post as passed to templates; `title`, `content` and `excerpt` are rendered HTML. */
export interface PostView extends PostFiling {
  id: number;
  /** CSS classes of its element. */
  classes: string;
  type: string;
  title: string;
  /** Featured image as HTML; may be empty. */
  image: string;
  content: string;
  excerpt: string;
  url: string;
  /** UTC. */
  date: string;
  modified: string;
  /** Publication date for display; empty for pages. */
  day: string;
  /** The author; undefined for pages. */
  author: { name: string; url: string } | undefined;
  /** HTML of the link to the author's archive; empty for pages. */
  authorLink: string;
  isProtected: boolean;
  /** The pages of a divided text. */
  pages: readonly { number: number; url: string; current: boolean }[];
}

interface PostViewOptions {
  /** In a list, a text ends at its `<!--more-->`. */
  list: boolean;
  /** Whether the text continues after it anyway, as in feeds. */
  isFullText?: boolean;
  /** Page number of a divided text, starting at 1. */
  page: number;
  /** The query that contains the post. */
  query: WpQuery;
}

/** Pages show no date, author or terms. */
const NO_BYLINE = { day: '', author: undefined, authorLink: '', categories: '', tags: '', terms: [] } as const;

/** The width at which the theme displays images. */
const IMAGE_SIZES = '(max-width: 46rem) 100vw, 44rem';

/** Prepares a post for a template (WordPress: setup_postdata and the template tags of a theme's loop). */
export async function viewPost(
  deps: FrontPartDeps,
  post: Post,
  { list, isFullText = !list, page, query }: PostViewOptions,
): Promise<PostView> {
  const { content, hooks } = deps;
  const parts = await setupPostdata(hooks, post, query);
  const isPage = content.isPostTypeHierarchical(post.post_type);
  const classes = (await postClasses(deps, post, ['entry'])).join(' ');
  const locked = await content.postPasswordRequired(post.id);
  const url = (await content.getPermalink(post)) || '';
  const title = await content.getTheTitle(post.id);
  const part = parts[Math.min(Math.max(page, 1), parts.length) - 1] ?? '';
  // Before the content, because the first image on the page gets loading priority.
  const image =
    locked || post.post_type === 'attachment'
      ? ''
      : await deps.attachments.getThePostThumbnail(post.id, list ? 'medium_large' : 'large', {
          sizes: IMAGE_SIZES,
        });
  const byline = isPage ? NO_BYLINE : { ...(await bylineOf(deps, post)), ...(await filingOf(deps, post)) };
  const excerpt = list || post.post_excerpt !== '' ? await deps.theExcerpt(post) : '';
  return {
    ...byline,
    id: post.id,
    type: post.post_type,
    classes,
    title,
    image,
    content: locked
      ? await content.getThePasswordForm(post.id)
      : await deps.theContent(
          isFullText ? withMoreAnchor(part, post, Math.max(page, 1)) : teaser(deps, part, post, url),
          post,
        ),
    excerpt,
    url: await hooks.applyFilters('the_permalink', url, post),
    date: post.post_date_gmt ?? '',
    modified: post.post_modified_gmt ?? '',
    isProtected: locked,
    pages:
      list || parts.length < 2 || locked
        ? []
        : parts.map((_part, index) => ({
            number: index + 1,
            url: index === 0 ? url : `${url.replace(/\/?$/, '/')}${index + 1}/`,
            current: index + 1 === Math.max(page, 1),
          })),
  };
}

/** Returns the publication date and author of a post. */
async function bylineOf(
  { content, hooks, formatting, longDate, users }: FrontPartDeps,
  post: Post,
): Promise<Pick<PostView, 'day' | 'author' | 'authorLink'>> {
  const written = await hooks.applyFilters<string>('get_post_time', longDate(post.post_date_gmt ?? ''), '', false);
  const day = await hooks.applyFilters<string>('get_the_date', written, '', post);
  const known = await users.getUserdata(post.post_author);
  if (!known) return { day, author: undefined, authorLink: '' };
  const name = await hooks.applyFilters('the_author', known.display_name);
  const url = await content.getAuthorPostsUrl(known.id, known.user_nicename);
  const link = `<a href="${formatting.escUrl(url)}" rel="author">${formatting.escHtml(name)}</a>`;
  return {
    day,
    author: { name, url },
    authorLink: await hooks.applyFilters('the_author_posts_link', link, url, name),
  };
}

/** Returns the text before the More tag, with a link to the rest. */
function teaser({ formatting, translate: __ }: FrontPartDeps, text: string, post: Post, url: string): string {
  const divided = dividedAtMore(text);
  if (!divided) return text;
  const label = divided.label || __('Continue reading');
  const link = `<a href="${formatting.escUrl(url)}#more-${post.id}" class="more-link">${formatting.escHtml(label)}</a>`;
  return formatting.forceBalanceTags(`${divided.teaser.trimEnd()} ${link}`);
}

/** Returns the whole text, with an anchor for the link in the list. */
function withMoreAnchor(text: string, post: Post, page: number): string {
  const divided = dividedAtMore(text);
  if (!divided) return text;
  const before = divided.omitsTeaser && page === 1 ? '' : divided.teaser;
  return `${before}<span id="more-${post.id}"></span>${divided.rest}`;
}
