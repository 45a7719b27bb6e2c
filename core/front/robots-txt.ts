import type { BodyReply } from '../api/index.js';
import { printed } from '../document/index.js';
import type { FrontPartDeps } from './front-deps.js';

/** `/robots.txt`; `do_robotstxt` prints above its lines, and the filter `robots_txt` (text, whether the site is public) changes it (WordPress: do_robots). */
export async function robotsTxt({
  hooks,
  options,
  siteUrl,
}: Pick<FrontPartDeps, 'hooks' | 'options' | 'siteUrl'>): Promise<BodyReply> {
  await hooks.doAction('do_robots');
  const above = await printed(hooks, 'do_robotstxt');
  const isPublic = String(await options.getOption('blog_public')) !== '0';
  const sitemap =
    isPublic && (await hooks.applyFilters('wp_sitemaps_enabled', true)) ? `\nSitemap: ${siteUrl}/wp-sitemap.xml\n` : '';
  const text = `${above === '' ? '' : `${above}\n`}User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n${sitemap}`;
  return {
    kind: 'body',
    type: 'text/plain; charset=utf-8',
    body: await hooks.applyFilters('robots_txt', text, isPublic),
  };
}
