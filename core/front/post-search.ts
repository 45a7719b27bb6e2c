import type { Database } from '../api/index.js';

/** Criteria for the search of posts by slug. */
interface SlugSearch {
  slug: string;
  types: readonly string[];
  /** Year, month and day of the post; 0 for any value. */
  date: readonly [number, number, number];
}

/** Queries that are impossible with query variables: by the start of a slug, by an old slug or date, and by author. */
export type PostSearch = ReturnType<typeof createPostSearch>;

export function createPostSearch(db: Database) {
  return {
    /** Returns the ID of the oldest post whose slug starts with a text, or equals it if `exact` is true. */
    async slugLike({
      slug,
      exact,
      types,
      statuses,
      date,
    }: SlugSearch & { exact: boolean; statuses: readonly string[] }): Promise<number | undefined> {
      const rows = db()('posts').whereIn('post_type', types).whereIn('post_status', statuses).orderBy('id').limit(1);
      void rows.whereRaw("post_name like ? escape '!'", [`${slug.replace(/[!%_]/g, '!$&')}${exact ? '' : '%'}`]);
      for (const [from, text] of datePartPositions(date))
        void rows.whereRaw('substr(post_date, ?, ?) = ?', [from, text.length, text]);
      return (await rows.pluck<number[]>('id'))[0];
    },
    /** Returns the ID of a post that had this slug before. */
    async formerSlug({ slug, types, date }: SlugSearch): Promise<number | undefined> {
      const rows = db()('postmeta as m')
        .join('posts as p', 'p.id', 'm.post_id')
        .where({ 'm.meta_key': '_wp_old_slug', 'm.meta_value': slug })
        .whereIn('p.post_type', types)
        .limit(1);
      for (const [from, text] of datePartPositions(date))
        void rows.whereRaw('substr(p.post_date, ?, ?) = ?', [from, text.length, text]);
      return (await rows.pluck<number[]>('p.id'))[0];
    },
    /** Returns the ID of a post that had another date before, which is stored as `YYYY-MM-DD`. */
    async formerDate({ slug, types, date }: SlugSearch): Promise<number | undefined> {
      const parts = datePartPositions(date);
      if (parts.length === 0) return undefined;
      const rows = db()('postmeta as m')
        .join('posts as p', 'p.id', 'm.post_id')
        .where({ 'm.meta_key': '_wp_old_date', 'p.post_name': slug })
        .whereIn('p.post_type', types)
        .limit(1);
      for (const [from, text] of parts) void rows.whereRaw('substr(m.meta_value, ?, ?) = ?', [from, text.length, text]);
      return (await rows.pluck<number[]>('p.id'))[0];
    },
    /** Returns the time in UTC when a published post of these types was last modified. */
    async newestPost(types: readonly string[]): Promise<string | undefined> {
      const [row] = await db()('posts')
        .whereIn('post_type', types)
        .where({ post_status: 'publish' })
        .max<{ newest: string | null }[]>({ newest: 'post_modified_gmt' });
      return row?.newest ?? undefined;
    },
    /** Returns the time in UTC of the newest approved comment. */
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

/** Returns the given parts of a date, with their positions in a stored date. */
function datePartPositions([year, month, day]: SlugSearch['date']): [from: number, text: string][] {
  const twoDigits = (number: number): string => (number > 0 ? String(number).padStart(2, '0') : '');
  const parts: [number, string][] = [
    [1, year > 0 ? String(year).padStart(4, '0') : ''],
    [6, twoDigits(month)],
    [9, twoDigits(day)],
  ];
  return parts.filter(([, text]) => text !== '');
}
