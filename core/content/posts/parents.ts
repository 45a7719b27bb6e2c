import type { Database } from '../../api/index.js';

/**
 * The parent a post may have: itself never, and no loop. A loop that is there already is opened at its other members
 * (WordPress: wp_check_post_hierarchy_for_loops).
 */
export async function allowedParent(db: Database, parent: number, id: number): Promise<number> {
  if (parent < 1 || parent === id) return 0;
  if (id < 1) return parent;
  const seen = new Set<number>([id]);
  let current = parent;
  while (current > 0) {
    if (current === id) return 0;
    if (seen.has(current)) {
      await db()('posts').where({ id: current }).update({ post_parent: 0 });
      return parent;
    }
    seen.add(current);
    const row = await db()('posts').where({ id: current }).first('post_parent');
    current = row?.post_parent ?? 0;
  }
  return parent;
}
