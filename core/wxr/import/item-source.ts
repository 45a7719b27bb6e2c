import { createHash } from 'node:crypto';
import type { WxrEntry, WxrItem } from '../read/entries.js';

/** Returns an item's source in the journal: its id on the old site, or a hash of its content when it has none. */
export const itemSource = (item: WxrItem): string => (item.id > 0 ? `post:${item.id}` : `item:${hashItem(item)}`);

/**
 * Reads the items of a file. An item with the id of an earlier one is returned without an id, as a separate item.
 * @param onRepeated called for an exact duplicate, which is skipped
 */
export async function* readItems(
  entries: AsyncIterable<WxrEntry>,
  onRepeated: (item: WxrItem) => void | Promise<void> = () => undefined,
): AsyncGenerator<WxrItem> {
  const digests = new Map<string, string>();
  for await (const entry of entries) {
    if (entry.kind !== 'item') continue;
    const digest = hashItem(entry);
    const isIdTaken = entry.id > 0 && digests.has(`post:${entry.id}`);
    const item = isIdTaken ? { ...entry, id: 0 } : entry;
    if (digests.get(`post:${entry.id}`) === digest || digests.has(itemSource(item))) {
      await onRepeated(entry);
      continue;
    }
    digests.set(itemSource(item), digest);
    yield item;
  }
}

function hashItem({ type, title, date, name, guid, link, content }: WxrItem): string {
  return createHash('sha1')
    .update(JSON.stringify([type, title, date, name, guid, link, content]))
    .digest('hex');
}
