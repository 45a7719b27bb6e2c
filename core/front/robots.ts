import type { BodyReply } from '../api/index.js';
import { robotsContent, printed } from '../document/index.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

type Directives = Record<string, boolean | string>;
type RobotsDeps = Pick<FrontPartDeps, 'hooks' | 'options'>;

/**
 * Returns the robots directives of a page of the site's content (WordPress: wp_robots); the filter `wp_robots` changes
 * them.
 */
export function robotsOf(deps: RobotsDeps, { is }: MainQuery, replying: boolean): Promise<string> {
  const large = { 'max-image-preview': 'large' };
  const hidden = { noindex: true, follow: true };
  return robots(deps, { ...(is.embed || is.search ? hidden : {}), ...large, ...(replying ? hidden : {}) });
}

/**
 * Returns the same for a plugin's page.
 * @param directiveText the plugin's directives, such as `noindex, follow`
 */
export function pluginRobots(deps: RobotsDeps, directiveText = ''): Promise<string> {
  const directives = directiveText.split(',').flatMap((one): [string, boolean | string][] => {
    const [name = '', value] = one.split(':').map((part) => part.trim());
    return name === '' ? [] : [[name, value ?? true]];
  });
  return robots(deps, directives.length > 0 ? Object.fromEntries(directives) : { 'max-image-preview': 'large' });
}

/** A site that is not public is never indexed, whatever its pages' directives. */
async function robots({ hooks, options }: RobotsDeps, directives: Directives): Promise<string> {
  const isPublic = String(await options.getOption('blog_public')) !== '0';
  return await robotsContent(hooks, isPublic ? directives : { noindex: true, nofollow: true });
}

/**
 * `/robots.txt`; `do_robotstxt` adds lines at its start, and the filter `robots_txt` (text, whether the site is public)
 * changes it (WordPress: do_robots).
 */
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
