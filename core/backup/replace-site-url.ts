import { isSerialized, serialize, unserialize } from '../options/index.js';

/** The host's tables whose texts may contain URLs of the site. */
const TEXT_TABLES: ReadonlySet<string> = new Set(['posts', 'postmeta', 'termmeta', 'terms', 'usermeta', 'options']);
/** A permanent identifier that is never used as a link. */
const GUID_COLUMN = 'guid';
const UPLOADS_PATH = '/wp-content/uploads/';

/**
 * Returns a function that replaces the URL of the backed-up site with this site's URL: in the host's texts and
 * settings, and elsewhere only where a value is the URL of an upload. Records that plugins keep as evidence remain
 * unchanged.
 * @returns undefined if both URLs are the same
 */
export function createUrlReplacer(
  from: string,
  to: string,
): ((value: unknown, table: string, column: string) => unknown) | undefined {
  if (from === to) return undefined;
  // A different port or a longer host name is a different site.
  const urlPattern = new RegExp(`${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|[.:]\\w)`, 'g');
  const replaceUrl = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(urlPattern, () => to);
    if (Array.isArray(value)) return value.map(replaceUrl);
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceUrl(member)]));
  };
  return (value, table, column) => {
    if (typeof value !== 'string' || !value.includes(from)) return value;
    if (!TEXT_TABLES.has(table)) return value.startsWith(from + UPLOADS_PATH) ? to + value.slice(from.length) : value;
    if (column === GUID_COLUMN) return value;
    const unserialized = isSerialized(value) ? unserialize(value) : undefined;
    return unserialized === undefined ? replaceUrl(value) : serialize(replaceUrl(unserialized));
  };
}
