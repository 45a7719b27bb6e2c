import type { BodyReply } from '../api/index.js';
import { robotsContent, captureAction } from '../document/index.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

type RobotsDirectives = Record<string, boolean | string>;
type RobotsDeps = Pick<FrontPartDeps, 'hooks' | 'options'>;

/** Returns the robots directives for a page of the site's content, after the filter `wp_robots`. */
export function pageRobots(deps: RobotsDeps, { is }: MainQuery, isReplyForm: boolean): Promise<string> {
  const largePreview = { 'max-image-preview': 'large' };
  const hidden = { noindex: true, follow: true };
  return finalRobots(deps, {
    ...(is.embed || is.search ? hidden : {}),
    ...largePreview,
    ...(isReplyForm ? hidden : {}),
  });
}

/**
 * Returns the robots directives for a plugin's page.
 * @param directiveText directives of the plugin, such as `noindex, follow`
 */
export function pluginRobots(deps: RobotsDeps, directiveText = ''): Promise<string> {
  const directives = directiveText.split(',').flatMap((directive): [string, boolean | string][] => {
    const [name = '', value] = directive.split(':').map((part) => part.trim());
    return name === '' ? [] : [[name, value ?? true]];
  });
  return finalRobots(deps, directives.length > 0 ? Object.fromEntries(directives) : { 'max-image-preview': 'large' });
}

/** Returns the final directives. A site that is not public is never indexed, regardless of the directives. */
async function finalRobots({ hooks, options }: RobotsDeps, directives: RobotsDirectives): Promise<string> {
  const isPublic = String(await options.getOption('blog_public')) !== '0';
  return await robotsContent(hooks, isPublic ? directives : { noindex: true, nofollow: true });
}

/**
 * Returns `/robots.txt` (WordPress: do_robots). Callbacks of `do_robotstxt` add lines at its start. The filter
 * `robots_txt` (text, whether the site is public) can change it.
 */
export async function robotsTxt({
  hooks,
  options,
  siteUrl,
}: Pick<FrontPartDeps, 'hooks' | 'options' | 'siteUrl'>): Promise<BodyReply> {
  await hooks.doAction('do_robots');
  const addedLines = await captureAction(hooks, 'do_robotstxt');
  const isPublic = String(await options.getOption('blog_public')) !== '0';
  const sitemap =
    isPublic && (await hooks.applyFilters('wp_sitemaps_enabled', true)) ? `\nSitemap: ${siteUrl}/wp-sitemap.xml\n` : '';
  const text = `${addedLines === '' ? '' : `${addedLines}\n`}User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n${sitemap}`;
  return {
    kind: 'body',
    type: 'text/plain; charset=utf-8',
    body: await hooks.applyFilters('robots_txt', text, isPublic),
  };
}
