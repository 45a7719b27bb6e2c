import type { MetadataApi, MetaType } from '../../api/index.js';
import { isSerialized, unserialize } from '../../options/index.js';
import type { WxrMeta } from '../read/entries.js';

/** Metadata that is useless elsewhere: editing state, and data that is regenerated for files. */
const SKIPPED_KEYS: readonly string[] = [
  '_edit_lock',
  '_edit_last',
  '_wp_attached_file',
  '_wp_attachment_metadata',
  '_wp_attachment_backup_sizes',
  '_encloseme',
  '_pingme',
];

/** Returns the value of stored metadata, as PHP serializes it; a text that only looks serialized stays a text. */
export function parseMetaValue(stored: string): unknown {
  if (!isSerialized(stored)) return stored;
  const value = unserialize(stored.trim());
  return value === undefined ? stored : value;
}

/**
 * Stores metadata of an entry, in the order of the file.
 * @param keyOf returns the key under which metadata is imported; empty to skip it
 */
export async function storeMeta(
  meta: MetadataApi,
  type: MetaType,
  id: number,
  entries: readonly WxrMeta[],
  keyOf: (key: string) => Promise<string>,
): Promise<void> {
  for (const { key, value } of entries) {
    const name = SKIPPED_KEYS.includes(key) ? '' : await keyOf(key);
    if (name !== '') await meta.addMetadata(type, id, name, parseMetaValue(value));
  }
}
