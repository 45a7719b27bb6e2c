import type { ContentApi, FrontRoute, HookApi, Post } from '../api/index.js';
import type { Owned } from '../plugins/registries.js';

interface KeptAddressesDeps {
  readonly content: Pick<ContentApi, 'getPageUri' | 'getPages'>;
  routes(): readonly Owned<FrontRoute>[];
}

/** A page of the owner's that nobody sees, since a plugin's page has its address. */
export interface ShadowedPage {
  readonly post: Post;
  readonly path: string;
  /** The plugin whose page is shown there. */
  readonly owner: string;
}

const plain = (path: string): string => path.split('/').filter(Boolean).join('/');

/** The addresses at which plugins always answer, each with the plugin. */
function answeredBy(routes: readonly Owned<FrontRoute>[]): ReadonlyMap<string, string> {
  // A route with a part that is open may answer nothing, and then the page is shown.
  return new Map(routes.filter(({ value }) => !value.path.includes(':') && (value.methods ?? ['GET']).includes('GET')).map(({ owner, value }) => [plain(value.path), owner]));
}

/** Has new pages keep off the addresses of plugins' pages: they get a number behind their name, as beside another page of that name. */
export function keepAddresses({ hooks, content, routes }: KeptAddressesDeps & { readonly hooks: Pick<HookApi, 'addFilter'> }): void {
  hooks.addFilter('wp_unique_post_slug_is_bad_hierarchical_slug', async (bad: boolean, slug: string, type: string, parent: number) => {
    if (bad || type !== 'page') return bad;
    const above = parent > 0 ? await content.getPageUri(parent) : '';
    return answeredBy(routes()).has(plain(`${above === false ? '' : above}/${slug}`));
  }, 10, 4);
}

/** The pages that were there before a plugin took their address. */
export async function shadowedPages({ content, routes }: KeptAddressesDeps): Promise<readonly ShadowedPage[]> {
  const taken = answeredBy(routes());
  const shadowed: ShadowedPage[] = [];
  for (const post of (await content.getPages({ post_status: ['publish', 'private'] })) || []) {
    const path = await content.getPageUri(post);
    const owner = path === false ? undefined : taken.get(plain(path));
    if (owner !== undefined) shadowed.push({ post, path: `/${plain(String(path))}/`, owner });
  }
  return shadowed;
}
