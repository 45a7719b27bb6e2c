import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { LRUCache } from 'lru-cache';

interface Mark {
  readonly changedAt: number;
  readonly size: number;
  readonly text: string;
}

const marks = new LRUCache<string, Mark>({ max: 2000 });

/** A short text that changes with what a file holds, the same on every node; undefined when it is not there. */
function markOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  const known = marks.get(file);
  if (known?.changedAt === found.mtimeMs && known.size === found.size) return known.text;
  const text = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 10);
  marks.set(file, { changedAt: found.mtimeMs, size: found.size, text });
  return text;
}

/** The version of a file for its address, which browsers keep for a year: that of what it belongs to, and what it holds. */
export function fileVersion(file: string, version: string): string {
  const mark = markOf(file);
  return mark === undefined ? version : `${version}.${mark}`;
}

/** Whether a version in an address is that of the file as it is now. */
export function isVersionOf(file: string, version: string | undefined): boolean {
  const mark = version === undefined ? undefined : markOf(file);
  return mark !== undefined && version?.endsWith(`.${mark}`) === true;
}
