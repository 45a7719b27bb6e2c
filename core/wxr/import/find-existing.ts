import { createHash } from 'node:crypto';
import type { Database } from '../../api/index.js';
import type { WxrItem } from '../read/entries.js';
import { toStoredDate } from './dates.js';

/** An existing entity, and whether an import of the same site created it. */
export interface ExistingMatch {
  readonly id: number;
  readonly wasImported: boolean;
}

/** An entry of the file, prepared for comparison with existing entities. */
export interface SearchedItem {
  readonly item: WxrItem;
  /** Its source in the journal. */
  readonly source: string;
  /** The type to which it would be imported. */
  readonly type: string;
  /** Its title as it would be stored. */
  readonly title: string;
}

/**
 * Entities that existed before this run. Each post matches at most one entry of the file, so that entries that look
 * alike are all imported, and none is imported twice when the file is imported again.
 */
export interface ExistingEntities {
  find(item: SearchedItem): ExistingMatch | undefined;
  /** Finds a menu item by its menu, its `guid` and its date, because it has no other identity. */
  findMenuItem(item: WxrItem, source: string, menu: string): ExistingMatch | undefined;
}

/** Comparison data of a post; titles are hashed, since all posts of a site are in memory at once. */
interface ExistingPost {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly date: string;
}

const MENU_ITEM_TYPE = 'nav_menu_item';
const hashParts = (...parts: readonly string[]): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64');
const menuKey = (menu: string, guid: string): string => hashParts(menu, guid.slice(0, 255));

/**
 * Reads all existing entities at once, because a query for each would scan the table each time.
 * @param usedIds entities already used by this import
 */
export async function findExisting(
  db: Database,
  importId: number,
  oldSite: string,
  usedIds: Iterable<number>,
): Promise<ExistingEntities> {
  const existing = new Map(
    [...(await readExistingPosts(db)), ...(await readExistingMenuItems(db))].map((post) => [post.id, post]),
  );
  const idsByKey = groupByKey(existing.values());
  const imported = await readEarlierImports(db, importId, oldSite);
  const used = new Set(usedIds);

  function takeMatch(id: number | undefined, wasImported: boolean): ExistingMatch | undefined {
    if (id === undefined || used.has(id)) return undefined;
    used.add(id);
    return { id, wasImported };
  }
  /**
   * Returns what an earlier import created from the entry. The id alone is not enough: another site may have had the
   * same URL.
   */
  function takeImported(
    source: string,
    type: string,
    titles: readonly string[],
    date: string,
  ): ExistingMatch | undefined {
    const known = existing.get(imported.get(source) ?? 0);
    const isSame = known?.type === type && (titles.includes(known.title) || known.date === date);
    return isSame ? takeMatch(known.id, true) : undefined;
  }
  /** Returns a post with the same type, title and date, like WordPress's importer (`post_exists`). */
  function takeSimilar(type: string, title: string, date: string): ExistingMatch | undefined {
    return takeMatch(
      idsByKey.get(keyOf(type, title, date))?.find((id) => !used.has(id)),
      false,
    );
  }

  return {
    find({ item, source, type, title }) {
      const titles = [hashParts(item.title), hashParts(title)];
      const date = toStoredDate(item.date) ?? '';
      const found = takeImported(source, type, titles, date);
      return titles.reduce<ExistingMatch | undefined>((known, entry) => known ?? takeSimilar(type, entry, date), found);
    },
    findMenuItem(item, source, menu) {
      const title = menuKey(menu, item.guid);
      const date = toStoredDate(item.date) ?? '';
      return takeImported(source, MENU_ITEM_TYPE, [title], date) ?? takeSimilar(MENU_ITEM_TYPE, title, date);
    },
  };
}

const keyOf = (type: string, title: string, date: string): string => `${type} ${title} ${date}`;

/** Groups ids by type, title and date, and by type and title alone for entries without a date. */
function groupByKey(existing: Iterable<ExistingPost>): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const { id, type, title, date } of existing)
    for (const key of new Set([keyOf(type, title, date), keyOf(type, title, '')])) {
      const group = groups.get(key);
      if (group) group.push(id);
      else groups.set(key, [id]);
    }
  return groups;
}

async function readExistingPosts(db: Database): Promise<ExistingPost[]> {
  const rows = await db()('posts')
    .whereNotIn('post_type', ['revision', MENU_ITEM_TYPE])
    .orderBy('id')
    .select('id', 'post_title', 'post_date', 'post_type');
  return rows.map((row) => ({
    id: row.id,
    type: row.post_type,
    title: hashParts(row.post_title),
    date: row.post_date ?? '',
  }));
}

async function readExistingMenuItems(db: Database): Promise<ExistingPost[]> {
  const rows: { id: number; guid: string; post_date: string | null; slug: string | null }[] = await db()('posts as p')
    .where({ 'p.post_type': MENU_ITEM_TYPE })
    .leftJoin('term_relationships as r', 'r.object_id', 'p.id')
    .leftJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
    .leftJoin('terms as t', 't.term_id', 'x.term_id')
    .orderBy('p.id')
    .select('p.id', 'p.guid', 'p.post_date', 't.slug');
  return rows.map(({ id, guid, post_date: date, slug }) => ({
    id,
    type: MENU_ITEM_TYPE,
    title: menuKey(slug ?? '', guid),
    date: date ?? '',
  }));
}

/**
 * Returns what earlier imports of the same site created or found, by its source; the latest import takes precedence.
 */
async function readEarlierImports(
  db: Database,
  importId: number,
  oldSite: string,
): Promise<ReadonlyMap<string, number>> {
  const imports = await db()('imports').whereNot({ id: importId }).orderBy('id').select('id', 'preview');
  const ids = imports.filter(({ preview }) => siteOf(preview) === oldSite).map(({ id }) => id);
  if (oldSite === '' || ids.length === 0) return new Map();
  const rows = await db()('import_entries')
    .whereIn('import_id', ids)
    .where('target_id', '>', 0)
    .orderBy('id')
    .select('source', 'target_id');
  return new Map(rows.map(({ source, target_id }) => [source, target_id]));
}

function siteOf(preview: string): string {
  const { url } = JSON.parse(preview) as { url?: string };
  return url ?? '';
}
