import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { LRUCache } from 'lru-cache';

interface Mark {
  readonly changedAt: number;
  readonly size: number;
  readonly text: string;
}

const marks = new LRUCache<string, Mark>({ max: 2000 });

/** Returns a short fingerprint of a file's content, the same on every node; undefined when the file is missing. */
function markOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  const known = marks.get(file);
  if (known?.changedAt === found.mtimeMs && known.size === found.size) return known.text;
  const text = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 10);
  marks.set(file, { changedAt: found.mtimeMs, size: found.size, text });
  return text;
}

/**
 * Returns the version of a file for its URL, which browsers cache for a year: the version of its package, with a
 * fingerprint of its content.
 */
export function fileVersion(file: string, version: string): string {
  const mark = markOf(file);
  return mark === undefined ? version : `${version}.${mark}`;
}

/** Whether a version in a URL is that of the file's current content. */
export function isVersionOf(file: string, version: string | undefined): boolean {
  const mark = version === undefined ? undefined : markOf(file);
  return mark !== undefined && version?.endsWith(`.${mark}`) === true;
}
