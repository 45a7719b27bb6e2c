import type { Visitor } from '../kit/visitor.js';
import { linksOf } from './forms.js';

const START = ['/wp-admin/', '/wp-admin/profile.php', '/wp-admin/authorize-application.php?app_name=x'];

/**
 * The admin screens that links lead to, one of each kind, as a user sees them.
 * @param more URLs of screens without links
 */
export async function adminPages(
  base: string,
  visitor: Visitor,
  more: readonly string[] = [],
): Promise<Map<string, string>> {
  const kinds = new Set<string>();
  const found = new Map<string, string>();
  const waiting = [...START, ...more];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const url = new URL(path, base);
    const kind =
      url.pathname +
      [...url.searchParams]
        .map(([name, value]) => (['page', 'post_type', 'action'].includes(name) ? `${name}=${value}` : name))
        .sort()
        .join();
    if (
      kinds.has(kind) ||
      url.origin !== base ||
      !url.pathname.startsWith('/wp-admin/') ||
      url.searchParams.has('export') ||
      url.searchParams.has('_wpnonce')
    )
      continue;
    kinds.add(kind);
    const { html, status } = await visitor.get(url.pathname + url.search);
    if (status !== 200) continue;
    found.set(url.pathname + url.search, html);
    waiting.push(...linksOf(html, url.href));
  }
  return found;
}
