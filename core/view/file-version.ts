import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { LRUCache } from 'lru-cache';

interface Fingerprint {
  readonly changedAt: number;
  readonly size: number;
  readonly text: string;
}

const fingerprints = new LRUCache<string, Fingerprint>({ max: 2000 });

/** Returns a short fingerprint of a file's content, the same on every node; undefined when the file is missing. */
function getFingerprint(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const cached = fingerprints.get(file);
  if (cached?.changedAt === stats.mtimeMs && cached.size === stats.size) return cached.text;
  const text = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 10);
  fingerprints.set(file, { changedAt: stats.mtimeMs, size: stats.size, text });
  return text;
}

/**
 * Returns the version of a file for its URL, which browsers cache for a year: the version of its package, with a
 * fingerprint of its content.
 */
export function fileVersion(file: string, version: string): string {
  const fingerprint = getFingerprint(file);
  return fingerprint === undefined ? version : `${version}.${fingerprint}`;
}

/** Whether a version in a URL is that of the file's current content. */
export function isVersionOf(file: string, version: string | undefined): boolean {
  const fingerprint = version === undefined ? undefined : getFingerprint(file);
  return fingerprint !== undefined && version?.endsWith(`.${fingerprint}`) === true;
}
