import { createHash } from 'node:crypto';
import type { Database } from '../../api/index.js';
import type { WxrItem } from '../read/entries.js';
import { dateOf } from './dates.js';

/** Something that is here already, and whether an import of the same site brought it. */
export interface Found {
  readonly id: number;
  readonly wasImported: boolean;
}

/** An entry of the file, as what is here is compared with it. */
export interface Sought {
  readonly item: WxrItem;
  /** What the ledger calls it. */
  readonly source: string;
  /** The type under which it would come in. */
  readonly type: string;
  /** Its title as it would be stored. */
  readonly title: string;
}

/**
 * What was here before this run. Each post stands for one entry of the file at most, so that entries which look
 * alike all come in, and none comes twice when the file is brought again.
 */
export interface Existing {
  find(sought: Sought): Found | undefined;
  /** Menu entries have no identity of their own: one is found by its menu, its `guid` and its date. */
  findMenuItem(item: WxrItem, source: string, menu: string): Found | undefined;
}

/** What is compared of a post; titles as hashes, since all posts of a site are held at once. */
interface Standing {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly date: string;
}

const MENU = 'nav_menu_item';
const hashOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64');
const menuKey = (menu: string, guid: string): string => hashOf(menu, guid.slice(0, 255));

/**
 * Reads all that is here once: asking for each would look through the table each time.
 * @param taken what this import has placed already
 */
export async function findExisting(
  db: Database,
  importId: number,
  oldSite: string,
  taken: Iterable<number>,
): Promise<Existing> {
  const standing = new Map([...(await postsHere(db)), ...(await menuItemsHere(db))].map((one) => [one.id, one]));
  const alike = groupedByKey(standing.values());
  const imported = await importedBefore(db, importId, oldSite);
  const used = new Set(taken);

  function take(id: number | undefined, wasImported: boolean): Found | undefined {
    if (id === undefined || used.has(id)) return undefined;
    used.add(id);
    return { id, wasImported };
  }
  /** What an earlier import made of the entry. An id alone is no proof: another site may have had the same address. */
  function takeImported(source: string, type: string, titles: readonly string[], date: string): Found | undefined {
    const known = standing.get(imported.get(source) ?? 0);
    const isSame = known?.type === type && (titles.includes(known.title) || known.date === date);
    return isSame ? take(known.id, true) : undefined;
  }
  /** What has the same type, title and date, as WordPress's importer asks (`post_exists`). */
  function takeAlike(type: string, title: string, date: string): Found | undefined {
    return take(
      alike.get(keyOf(type, title, date))?.find((id) => !used.has(id)),
      false,
    );
  }

  return {
    find({ item, source, type, title }) {
      const titles = [hashOf(item.title), hashOf(title)];
      const date = dateOf(item.date) ?? '';
      const found = takeImported(source, type, titles, date);
      return titles.reduce<Found | undefined>((known, one) => known ?? takeAlike(type, one, date), found);
    },
    findMenuItem(item, source, menu) {
      const title = menuKey(menu, item.guid);
      const date = dateOf(item.date) ?? '';
      return takeImported(source, MENU, [title], date) ?? takeAlike(MENU, title, date);
    },
  };
}

const keyOf = (type: string, title: string, date: string): string => `${type} ${title} ${date}`;

/** Ids by type, title and date, and by type and title alone for entries that have no date. */
function groupedByKey(standing: Iterable<Standing>): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const { id, type, title, date } of standing)
    for (const key of new Set([keyOf(type, title, date), keyOf(type, title, '')])) {
      const group = groups.get(key);
      if (group) group.push(id);
      else groups.set(key, [id]);
    }
  return groups;
}

async function postsHere(db: Database): Promise<Standing[]> {
  const rows = await db()('posts')
    .whereNotIn('post_type', ['revision', MENU])
    .orderBy('id')
    .select('id', 'post_title', 'post_date', 'post_type');
  return rows.map((row) => ({
    id: row.id,
    type: row.post_type,
    title: hashOf(row.post_title),
    date: row.post_date ?? '',
  }));
}

async function menuItemsHere(db: Database): Promise<Standing[]> {
  const rows: { id: number; guid: string; post_date: string | null; slug: string | null }[] = await db()('posts as p')
    .where({ 'p.post_type': MENU })
    .leftJoin('term_relationships as r', 'r.object_id', 'p.id')
    .leftJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
    .leftJoin('terms as t', 't.term_id', 'x.term_id')
    .orderBy('p.id')
    .select('p.id', 'p.guid', 'p.post_date', 't.slug');
  return rows.map(({ id, guid, post_date: date, slug }) => ({
    id,
    type: MENU,
    title: menuKey(slug ?? '', guid),
    date: date ?? '',
  }));
}

/** What earlier imports of the same site brought or found, by what it is there; the latest has the last word. */
async function importedBefore(db: Database, importId: number, oldSite: string): Promise<ReadonlyMap<string, number>> {
  const imports = await db()('imports').whereNot({ id: importId }).orderBy('id').select('id', 'survey');
  const ids = imports.filter(({ survey }) => siteOf(survey) === oldSite).map(({ id }) => id);
  if (oldSite === '' || ids.length === 0) return new Map();
  const rows = await db()('import_entries')
    .whereIn('import_id', ids)
    .where('target_id', '>', 0)
    .orderBy('id')
    .select('source', 'target_id');
  return new Map(rows.map(({ source, target_id }) => [source, target_id]));
}

function siteOf(survey: string): string {
  const { url } = JSON.parse(survey) as { url?: string };
  return url ?? '';
}
