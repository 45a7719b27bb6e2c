import { type Post, type WpQuery } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';
import { postClasses } from '../content/tags/post-classes.js';
import { viewPostTerms, type PostTermsView } from './post-terms-view.js';
import { splitAtMore } from '../content/posts/more.js';
import { setupPostdata } from '../content/posts/setup-postdata.js';

/** A post for templates. `title`, `content` and `excerpt` are HTML. */
export interface PostView extends PostTermsView {
  id: number;
  /** CSS classes of its element. */
  classes: string;
  type: string;
  title: string;
  /** Featured image as HTML; empty if there is none. */
  image: string;
  content: string;
  excerpt: string;
  /** Whether the content has more words than an excerpt. */
  isLong: boolean;
  url: string;
  /** Publication date in UTC; `modified` is the date of the last change. */
  date: string;
  modified: string;
  /** Publication date in the site's format; empty for pages. */
  day: string;
  /** The author; undefined for pages. */
  author: { name: string; url: string } | undefined;
  /** Link to the author's archive as HTML; empty for pages. */
  authorLink: string;
  isProtected: boolean;
  /** The pages of a text that is split at `<!--nextpage-->`. */
  pages: readonly { number: number; url: string; current: boolean }[];
}

interface PostViewOptions {
  /** Whether the post is in a list, where its text ends at `<!--more-->`. */
  list: boolean;
  /** Whether the whole text is shown in a list anyway, as in feeds. */
  isFullText?: boolean;
  /** Page number of a split text, starting with 1. */
  page: number;
  /** The query to which the post belongs. */
  query: WpQuery;
}

/** Values for pages, which show no date, author and terms. */
const NO_BYLINE = { day: '', author: undefined, authorLink: '', categories: '', tags: '', terms: [] } as const;

/** Maximum number of words of a generated excerpt (`wp_trim_excerpt`). */
const EXCERPT_WORDS = 55;

/** The `sizes` attribute for images, according to the layout of the theme. */
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
  const isLocked = await content.postPasswordRequired(post.id);
  const url = (await content.getPermalink(post)) || '';
  const title = await content.getTheTitle(post.id);
  const pageText = parts[Math.min(Math.max(page, 1), parts.length) - 1] ?? '';
  // The featured image is rendered before the content, because the first image of a page gets a high priority.
  const image =
    isLocked || post.post_type === 'attachment'
      ? ''
      : await deps.attachments.getThePostThumbnail(post.id, list ? 'medium_large' : 'large', {
          sizes: IMAGE_SIZES,
        });
  const byline = isPage ? NO_BYLINE : { ...(await viewByline(deps, post)), ...(await viewPostTerms(deps, post)) };
  const excerpt = list || post.post_excerpt !== '' ? await deps.theExcerpt(post) : '';
  const html = isLocked
    ? await content.getThePasswordForm(post.id)
    : await deps.theContent(
        isFullText ? withMoreAnchor(pageText, post, Math.max(page, 1)) : renderTeaser(deps, pageText, post, url),
        post,
      );
  return {
    ...byline,
    id: post.id,
    type: post.post_type,
    classes,
    title,
    image,
    content: html,
    excerpt,
    isLong: list && deps.formatting.wpStripAllTags(html).split(/\s+/).length > EXCERPT_WORDS,
    url: await hooks.applyFilters('the_permalink', url, post),
    date: post.post_date_gmt ?? '',
    modified: post.post_modified_gmt ?? '',
    isProtected: isLocked,
    pages:
      list || parts.length < 2 || isLocked
        ? []
        : parts.map((_part, index) => ({
            number: index + 1,
            url: index === 0 ? url : `${url.replace(/\/?$/, '/')}${index + 1}/`,
            current: index + 1 === Math.max(page, 1),
          })),
  };
}

/** Returns the publication date and author of a post. */
async function viewByline(
  { content, hooks, formatting, longDate, users }: FrontPartDeps,
  post: Post,
): Promise<Pick<PostView, 'day' | 'author' | 'authorLink'>> {
  const postTime = await hooks.applyFilters<string>('get_post_time', longDate(post.post_date_gmt ?? ''), '', false);
  const day = await hooks.applyFilters<string>('get_the_date', postTime, '', post);
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

/** Returns the text before the More tag, with a link to the whole text. */
function renderTeaser({ formatting, translate: __ }: FrontPartDeps, text: string, post: Post, url: string): string {
  const splitText = splitAtMore(text);
  if (!splitText) return text;
  const label = splitText.label || __('Continue reading');
  const link = `<a href="${formatting.escUrl(url)}#more-${post.id}" class="more-link">${formatting.escHtml(label)}</a>`;
  return formatting.forceBalanceTags(`${splitText.teaser.trimEnd()} ${link}`);
}

/** Returns the whole text, with an anchor at the More tag for that link. */
function withMoreAnchor(text: string, post: Post, page: number): string {
  const splitText = splitAtMore(text);
  if (!splitText) return text;
  const before = splitText.omitsTeaser && page === 1 ? '' : splitText.teaser;
  return `${before}<span id="more-${post.id}"></span>${splitText.rest}`;
}
