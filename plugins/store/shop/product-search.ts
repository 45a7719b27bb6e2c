import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { ProductList } from './product-list.js';

/** The site's search (`/?s=`) for words that only products have: on to the shop. With posts or pages of that name it stays where it is. */
export async function productSearch({ scope, list }: { scope: Pick<PluginScope, 'queryPosts'>; list: ProductList }, request: PageRequest): Promise<Reply | undefined> {
  const words = request.field('s').trim().slice(0, 200);
  if (words === '' || Object.keys(request.query).length > 1 || (await list.count({ search: words })) === 0) return undefined;
  const { posts } = await scope.queryPosts({ s: words, post_type: 'any', posts_per_page: 1 });
  return posts.length > 0 ? undefined : { kind: 'redirect', status: 302, location: `/shop/?${new URLSearchParams({ sf_q: words }).toString()}` };
}
