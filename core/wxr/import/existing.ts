import type { Database } from '../../api/index.js';
import type { WxrItem } from '../read/entries.js';

/** What is here already, recognised by the id that a post keeps for good (`guid`). */
export interface Existing {
  find(item: WxrItem, type: string): Promise<number>;
  add(item: WxrItem, type: string, id: number): void;
}

const LONGEST_GUID = 255;
const plain = (guid: string): string => guid.replace(/&(?:amp|#0*38);/g, '&').slice(0, LONGEST_GUID);
const keyOf = (type: string, guid: string): string => `${type} ${plain(guid)}`;

/** Reads all that is here once: asking for each would look through the table each time. */
export async function findExisting(db: Database): Promise<Existing> {
  const rows = await db()('posts')
    .whereNot({ post_type: 'revision' })
    .whereNot({ guid: '' })
    .select('id', 'guid', 'post_type');
  const byGuid = new Map(rows.map(({ id, guid, post_type: type }) => [keyOf(type, guid), id]));
  return {
    async find(item, type) {
      if (item.guid !== '') return byGuid.get(keyOf(type, item.guid)) ?? 0;
      const [same] = await db()('posts')
        .where({ post_type: type, post_title: item.title, post_date: item.date || null })
        .limit(1)
        .select('id');
      return same?.id ?? 0;
    },
    add: (item, type, id) => void (item.guid !== '' && byGuid.set(keyOf(type, item.guid), id)),
  };
}
