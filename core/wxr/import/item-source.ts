import { createHash } from 'node:crypto';
import type { WxrEntry, WxrItem } from '../read/entries.js';

/** What the ledger calls an item: its id on the old site, or what it consists of where it has none of its own. */
export const itemSource = (item: WxrItem): string => (item.id > 0 ? `post:${item.id}` : `item:${digestOf(item)}`);

/**
 * The items of a file. One whose id an earlier one has already comes without id, and is an item of its own.
 * @param onRepeated told of one that stands in the file twice, word by word; it is passed over
 */
export async function* itemsOf(
  entries: AsyncIterable<WxrEntry>,
  onRepeated: (item: WxrItem) => void | Promise<void> = () => undefined,
): AsyncGenerator<WxrItem> {
  const seen = new Map<string, string>();
  for await (const entry of entries) {
    if (entry.kind !== 'item') continue;
    const digest = digestOf(entry);
    const isIdTaken = entry.id > 0 && seen.has(`post:${entry.id}`);
    const item = isIdTaken ? { ...entry, id: 0 } : entry;
    if (seen.get(`post:${entry.id}`) === digest || seen.has(itemSource(item))) {
      await onRepeated(entry);
      continue;
    }
    seen.set(itemSource(item), digest);
    yield item;
  }
}

function digestOf({ type, title, date, name, guid, link, content }: WxrItem): string {
  return createHash('sha1')
    .update(JSON.stringify([type, title, date, name, guid, link, content]))
    .digest('hex');
}
