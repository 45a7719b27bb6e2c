import type { Database } from '../api/index.js';

/** Criteria for finding posts by slug. */
interface SlugSearch {
  slug: string;
  types: readonly string[];
  /** Year, month and day of the post; 0 for any. */
  date: readonly [number, number, number];
}

/** Queries of posts that query variables cannot express: by slug prefix, by former slug or date, and by author. */
export type PostSearch = ReturnType<typeof createPostSearch>;

export function createPostSearch(db: Database) {
  return {
    /** Returns the oldest post whose slug starts with or equals a text. */
    async slugLike({
      slug,
      exact,
      types,
      statuses,
      date,
    }: SlugSearch & { exact: boolean; statuses: readonly string[] }): Promise<number | undefined> {
      const rows = db()('posts').whereIn('post_type', types).whereIn('post_status', statuses).orderBy('id').limit(1);
      void rows.whereRaw("post_name like ? escape '!'", [`${slug.replace(/[!%_]/g, '!$&')}${exact ? '' : '%'}`]);
      for (const [from, text] of inTime(date))
        void rows.whereRaw('substr(post_date, ?, ?) = ?', [from, text.length, text]);
      return (await rows.pluck<number[]>('id'))[0];
    },
    /** Returns the post of a type that formerly had a slug. */
    async formerSlug({ slug, types, date }: SlugSearch): Promise<number | undefined> {
      const rows = db()('postmeta as m')
        .join('posts as p', 'p.id', 'm.post_id')
        .where({ 'm.meta_key': '_wp_old_slug', 'm.meta_value': slug })
        .whereIn('p.post_type', types)
        .limit(1);
      for (const [from, text] of inTime(date))
        void rows.whereRaw('substr(p.post_date, ?, ?) = ?', [from, text.length, text]);
      return (await rows.pluck<number[]>('p.id'))[0];
    },
    /** Returns the post of a slug that formerly had another date, stored as `YYYY-MM-DD`. */
    async formerDate({ slug, types, date }: SlugSearch): Promise<number | undefined> {
      const parts = inTime(date);
      if (parts.length === 0) return undefined;
      const rows = db()('postmeta as m')
        .join('posts as p', 'p.id', 'm.post_id')
        .where({ 'm.meta_key': '_wp_old_date', 'p.post_name': slug })
        .whereIn('p.post_type', types)
        .limit(1);
      for (const [from, text] of parts) void rows.whereRaw('substr(m.meta_value, ?, ?) = ?', [from, text.length, text]);
      return (await rows.pluck<number[]>('p.id'))[0];
    },
    /** Returns when a published post of these types was last modified, in UTC. */
    async newestPost(types: readonly string[]): Promise<string | undefined> {
      const [row] = await db()('posts')
        .whereIn('post_type', types)
        .where({ post_status: 'publish' })
        .max<{ newest: string | null }[]>({ newest: 'post_modified_gmt' });
      return row?.newest ?? undefined;
    },
    /** Returns when the last approved comment was written, in UTC. */
    async newestComment(): Promise<string | undefined> {
      const [row] = await db()('comments')
        .where({ comment_approved: '1' })
        .max<{ newest: string | null }[]>({ newest: 'comment_date_gmt' });
      return row?.newest ?? undefined;
    },
    /** Returns the IDs of users with published posts of these types. */
    async authorsOf(types: readonly string[], limit: number, offset: number): Promise<number[]> {
      return db()('posts')
        .whereIn('post_type', types)
        .where({ post_status: 'publish' })
        .where('post_author', '>', 0)
        .distinct('post_author')
        .orderBy('post_author')
        .limit(limit)
        .offset(offset)
        .pluck<number[]>('post_author');
    },
  };
}

/** Returns the specified parts of a date with their positions in its text. */
function inTime([year, month, day]: SlugSearch['date']): [from: number, text: string][] {
  const two = (number: number): string => (number > 0 ? String(number).padStart(2, '0') : '');
  const parts: [number, string][] = [
    [1, year > 0 ? String(year).padStart(4, '0') : ''],
    [6, two(month)],
    [9, two(day)],
  ];
  return parts.filter(([, text]) => text !== '');
}
