import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

type HeadLinkDeps = Pick<FrontPartDeps, 'hooks' | 'content' | 'options' | 'formatting' | 'translate' | 'siteUrl'>;

/**
 * Returns the links to feeds and to the oEmbed data of the page for the document head (WordPress: feed_links,
 * wp_oembed_add_discovery_links).
 */
export async function headLinks(deps: HeadLinkDeps, { post, is }: MainQuery): Promise<string[]> {
  const { hooks, content, options, formatting, translate, siteUrl } = deps;
  const name = String(await options.getOption('blogname'));
  const args = await hooks.applyFilters('feed_links_args', {
    separator: '»',
    feedtitle: translate('%s feed'),
    comstitle: translate('%s comments feed'),
  });
  const pretty = String(await options.getOption('permalink_structure')) !== '';
  const lines: string[] = [];
  for (const [filterName, text, feed] of [
    ['feed_links_show_posts_feed', args.feedtitle, pretty ? '/feed/' : '/?feed=rss2'],
    ['feed_links_show_comments_feed', args.comstitle, pretty ? '/comments/feed/' : '/?feed=comments-rss2'],
  ] as const) {
    if (!(await hooks.applyFilters(filterName, true))) continue;
    const feedUrl = await hooks.applyFilters('feed_link', await content.homeUrl(feed), 'rss2');
    lines.push(
      `<link rel="alternate" type="application/rss+xml" title="${formatting.escAttr(text.replace('%s', () => name))}" href="${formatting.escUrl(feedUrl)}">`,
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
