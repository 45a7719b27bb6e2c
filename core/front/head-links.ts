import { isWpError } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

type HeadLinkDeps = Pick<FrontPartDeps, 'hooks' | 'content' | 'options' | 'formatting' | 'translate' | 'siteUrl'>;

/**
 * Returns the links to feeds and to the oEmbed data of the page for the document head (WordPress: feed_links,
 * feed_links_extra, wp_oembed_add_discovery_links).
 */
export async function headLinks(deps: HeadLinkDeps, main: MainQuery): Promise<string[]> {
  const { post, is } = main;
  const { hooks, content, options, formatting, translate, siteUrl } = deps;
  const name = String(await options.getOption('blogname'));
  const args = await hooks.applyFilters('feed_links_args', {
    separator: '»',
    feedtitle: translate('%s feed'),
    comstitle: translate('%s comments feed'),
  });
  const pretty = String(await options.getOption('permalink_structure')) !== '';
  const lines: string[] = [];
  const feedLink = (title: string, url: string): string =>
    `<link rel="alternate" type="application/rss+xml" title="${formatting.escAttr(title)}" href="${formatting.escUrl(url)}">`;
  for (const [filterName, text, feed] of [
    ['feed_links_show_posts_feed', args.feedtitle, pretty ? '/feed/' : '/?feed=rss2'],
    ['feed_links_show_comments_feed', args.comstitle, pretty ? '/comments/feed/' : '/?feed=comments-rss2'],
  ] as const) {
    if (!(await hooks.applyFilters(filterName, true))) continue;
    const feedUrl = await hooks.applyFilters('feed_link', await content.homeUrl(feed), 'rss2');
    lines.push(
      feedLink(
        text.replace('%s', () => name),
        feedUrl,
      ),
    );
  }
  const own = await ownFeed(deps, main, pretty);
  if (own) {
    const title = `${name} ${args.separator ?? '»'} ${own.label}`;
    lines.push(
      feedLink(
        (args.feedtitle ?? '%s').replace('%s', () => title),
        own.url,
      ),
    );
  }
  let embeds = '';
  if (post && !is.embed) {
    const permalink = (await content.getPermalink(post)) || '';
    const endpoint = await hooks.applyFilters(
      'oembed_endpoint_url',
      `${siteUrl}/wp-json/oembed/1.0/embed?url=${encodeURIComponent(permalink)}`,
      permalink,
      'json',
    );
    embeds = `<link rel="alternate" type="application/json+oembed" title="oEmbed (JSON)" href="${formatting.escUrl(endpoint)}">`;
  }
  embeds = await hooks.applyFilters('oembed_discovery_links', embeds);
  return embeds === '' ? lines : [...lines, embeds];
}

/** Returns the feed of a category, tag, author or search page; undefined for other pages. */
async function ownFeed(
  { content, translate }: HeadLinkDeps,
  { is, queried, vars }: MainQuery,
  pretty: boolean,
): Promise<{ label: string; url: string } | undefined> {
  const feedOf = (url: string): string =>
    pretty ? `${url.replace(/\/?$/, '/')}feed/` : `${url}${url.includes('?') ? '&' : '?'}feed=rss2`;
  if (is.search) {
    const search = typeof vars.s === 'string' ? vars.s : '';
    const query = encodeURIComponent(search);
    const url = pretty ? `/search/${query}/feed/rss2/` : `/?s=${query}&feed=rss2`;
    return { label: `${translate('Search')}: ${search}`, url: await content.homeUrl(url) };
  }
  if (is.notFound || !queried) return undefined;
  if (queried.kind === 'author')
    return {
      label: queried.user.display_name,
      url: feedOf(await content.getAuthorPostsUrl(queried.user.id, queried.user.user_nicename)),
    };
  if (queried.kind !== 'term') return undefined;
  const url = await content.getTermLink(queried.term);
  return isWpError(url) ? undefined : { label: queried.term.name, url: feedOf(url) };
}
