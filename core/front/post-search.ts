import type { Database } from '../api/index.js';

/** Which posts to look for by their slugs. */
interface SlugSearch {
  slug: string;
  types: readonly string[];
  /** Year, month and day of the post; 0 for any. */
  date: readonly [number, number, number];
}

/** Questions about posts that no query variable asks: by the start of a slug, by what it was before, and who wrote. */
export type PostSearch = ReturnType<typeof createPostSearch>;

export function createPostSearch(db: Database) {
  return {
    /** The oldest post whose slug begins with a text, or is that text. */
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
    /** The post of a type that had a slug before. */
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
    /** The post of a slug that had another date before, which is kept as `YYYY-MM-DD`. */
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
    /** When a published post of the types was changed last, UTC. */
    async newestPost(types: readonly string[]): Promise<string | undefined> {
      const [row] = await db()('posts')
        .whereIn('post_type', types)
        .where({ post_status: 'publish' })
        .max<{ newest: string | null }[]>({ newest: 'post_modified_gmt' });
      return row?.newest ?? undefined;
    },
    /** When an approved comment was written last, UTC. */
    async newestComment(): Promise<string | undefined> {
      const [row] = await db()('comments')
        .where({ comment_approved: '1' })
        .max<{ newest: string | null }[]>({ newest: 'comment_date_gmt' });
      return row?.newest ?? undefined;
    },
    /** Ids of those who have published something of the types. */
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

/** The parts of a date that are given, with their places in its text. */
function inTime([year, month, day]: SlugSearch['date']): [from: number, text: string][] {
  const two = (number: number): string => (number > 0 ? String(number).padStart(2, '0') : '');
  const parts: [number, string][] = [
    [1, year > 0 ? String(year).padStart(4, '0') : ''],
    [6, two(month)],
    [9, two(day)],
  ];
  return parts.filter(([, text]) => text !== '');
}
