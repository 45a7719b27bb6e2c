import type { Database } from 'plinth';
import { claimIn, textIn } from './green-claims.js';

const BATCH = 500;

/** The long descriptions of products, which the catalogue's records leave out. */
export async function descriptionsOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()('store_products')
    .whereIn('id', [...ids])
    .select('id', 'description');
  return new Map(rows.map(({ id, description }) => [id, description]));
}

/** Claims in the texts that no product's evidence stands for: names and descriptions of categories, tags and brands, and published pages and entries. */
export async function otherClaims(db: Database): Promise<readonly string[]> {
  const claims: string[] = [];
  const look = (name: string, texts: readonly string[]): void => {
    const word = claimIn(textIn(texts));
    if (word !== '') claims.push(`${name} (${word})`);
  };
  const terms = await db()('store_terms').select('name', 'description');
  for (const { name, description } of terms) look(name, [name, description ?? '']);
  for (let after = 0; ;) {
    const pages = await db()('posts')
      .whereIn('post_type', ['page', 'post'])
      .where({ post_status: 'publish' })
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .select<{ id: number; post_title: string; post_content: string }[]>('id', 'post_title', 'post_content');
    for (const { post_title, post_content } of pages) look(post_title, [post_title, post_content]);
    const last = pages.at(-1);
    if (!last || pages.length < BATCH) return claims;
    after = last.id;
  }
}
