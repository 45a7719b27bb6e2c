import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

/** What search engines may do with a page (WordPress: wp_robots); the filter `wp_robots` changes it. */
export async function robotsOf({ hooks, options }: Pick<FrontPartDeps, 'hooks' | 'options'>, { is }: MainQuery, replying: boolean): Promise<string> {
  const isPublic = String(await options.getOption('blog_public')) !== '0';
  const directives: Record<string, boolean | string> = {};
  if (!isPublic) Object.assign(directives, { noindex: true, nofollow: true });
  else if (is.embed || is.search) Object.assign(directives, { noindex: true, follow: true });
  if (isPublic) directives['max-image-preview'] = 'large';
  if (isPublic && replying) Object.assign(directives, { noindex: true, follow: true });
  const chosen = await hooks.applyFilters<Record<string, boolean | string>>('wp_robots', directives);
  return Object.entries(chosen).flatMap(([name, value]) => (value === false || value === '' ? [] : [value === true ? name : `${name}:${value}`])).join(', ');
}
