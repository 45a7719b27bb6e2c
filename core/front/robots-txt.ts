import type { BodyReply } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';

/** `/robots.txt`; the filter `robots_txt` (text, whether the site is public) changes it (WordPress: do_robots). */
export async function robotsTxt({ hooks, options, siteUrl }: Pick<FrontPartDeps, 'hooks' | 'options' | 'siteUrl'>): Promise<BodyReply> {
  const isPublic = String(await options.getOption('blog_public')) !== '0';
  const sitemap = isPublic && (await hooks.applyFilters('wp_sitemaps_enabled', true)) ? `\nSitemap: ${siteUrl}/wp-sitemap.xml\n` : '';
  const text = `User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n${sitemap}`;
  return { kind: 'body', type: 'text/plain; charset=utf-8', body: await hooks.applyFilters('robots_txt', text, isPublic) };
}
