import { isSerialized, serialize, unserialize } from '../options/index.js';

/** The host's tables in which addresses of the site stand in texts that people read. */
const TEXTS: ReadonlySet<string> = new Set(['posts', 'postmeta', 'termmeta', 'terms', 'usermeta', 'options']);
/** Names things for ever, and is never opened. */
const FOR_EVER = 'guid';
const UPLOADS = '/wp-content/uploads/';

/**
 * What puts a site's address in the place of the one that its backup was made at: in the host's texts and settings, and elsewhere where a
 * value is the address of an upload. What plugins keep as proof stays as it was said.
 * @returns undefined when both are the same
 */
export function moveAddress(
  from: string,
  to: string,
): ((value: unknown, table: string, column: string) => unknown) | undefined {
  if (from === to) return undefined;
  // Another port or a longer name is another site.
  const address = new RegExp(`${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|[.:]\\w)`, 'g');
  const moved = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(address, () => to);
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, moved(member)]));
  };
  return (value, table, column) => {
    if (typeof value !== 'string' || !value.includes(from)) return value;
    if (!TEXTS.has(table)) return value.startsWith(from + UPLOADS) ? to + value.slice(from.length) : value;
    if (column === FOR_EVER) return value;
    const inside = isSerialized(value) ? unserialize(value) : undefined;
    return inside === undefined ? moved(value) : serialize(moved(inside));
  };
}
