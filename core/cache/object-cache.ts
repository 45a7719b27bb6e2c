import { currentContext } from '../context/index.js';
import type { CacheKey, ObjectCacheApi } from '../api/index.js';
import { isNumeric } from '../formatting/integer.js';
import {
  createRequestGroup,
  createSharedGroup,
  type FlushCounts,
  type Group,
  type SharedGroups,
} from './object-cache-groups.js';

interface Stores {
  groups: Map<string, Group>;
  parts: Map<string, unknown>;
}

let instances = 0;

/**
 * Creates the object cache of a site: in memory, for the duration of the request; outside requests, for that of the
 * cache itself. Groups named like watched tables live longer; for the others expiry is accepted and ignored, since a
 * request is shorter.
 * @param shared the groups that live longer than a request; none when absent
 * @since 0.1.0 (WordPress: WP_Object_Cache)
 */
export function createObjectCache(shared?: SharedGroups): ObjectCacheApi {
  const flushCounts: FlushCounts = new Map();
  const slot = `object-cache:${++instances}`;
  const outside: Stores = { groups: new Map(), parts: new Map() };

  const stores = (): Stores => {
    const memo = currentContext()?.memo;
    if (!memo) return outside;
    let own = memo.get(slot) as Stores | undefined;
    if (!own) memo.set(slot, (own = { groups: new Map(), parts: new Map() }));
    return own;
  };
  const groupOf = (groupName: string): Group => {
    const { groups } = stores();
    const name = groupName === '' ? 'default' : groupName;
    let group = groups.get(name);
    if (!group)
      groups.set(
        name,
        (group = shared?.tableVersionsOf(name) ? createSharedGroup(shared, flushCounts, name) : createRequestGroup()),
      );
    return group;
  };

  const cache: ObjectCacheApi = {
    wpCacheAdd: (key, value, group = '', expire = 0) =>
      isValidKey(key) && !groupOf(group).has(String(key)) && cache.wpCacheSet(key, value, group, expire),
    wpCacheSet(key, value, group = '', expire = 0) {
      if (!isValidKey(key)) return false;
      groupOf(group).set(String(key), copy(value), expire);
      return true;
    },
    wpCacheReplace: (key, value, group = '', expire = 0) =>
      isValidKey(key) && groupOf(group).has(String(key)) && cache.wpCacheSet(key, value, group, expire),
    wpCacheGet: (key, group = '') =>
      isValidKey(key) && groupOf(group).has(String(key)) ? copy(groupOf(group).get(String(key))) : false,
    wpCacheHas: (key, group = '') => isValidKey(key) && groupOf(group).has(String(key)),
    wpCacheDelete: (key, group = '') => isValidKey(key) && groupOf(group).delete(String(key)),
    wpCacheIncr: (key, offset = 1, group = '') => shift(groupOf(group), key, offset),
    wpCacheDecr: (key, offset = 1, group = '') => shift(groupOf(group), key, -offset),
    wpCacheGetMultiple: (keys, group = '') =>
      Object.fromEntries(keys.map((key) => [String(key), cache.wpCacheGet(key, group)])),
    wpCacheAddMultiple: (values, group = '', expire = 0) =>
      mapEntries(values, (key, value) => cache.wpCacheAdd(key, value, group, expire)),
    wpCacheSetMultiple: (values, group = '', expire = 0) =>
      mapEntries(values, (key, value) => cache.wpCacheSet(key, value, group, expire)),
    wpCacheDeleteMultiple: (keys, group = '') =>
      Object.fromEntries(keys.map((key) => [String(key), cache.wpCacheDelete(key, group)])),
    wpCacheFlush() {
      const { groups, parts } = stores();
      for (const group of groups.values()) group.clear();
      groups.clear();
      parts.clear();
      return true;
    },
    wpCacheFlushRuntime: () => cache.wpCacheFlush(),
    wpCacheFlushGroup(group) {
      groupOf(group).clear();
      return true;
    },
    wpCacheSupports: (feature) =>
      ['add_multiple', 'set_multiple', 'get_multiple', 'delete_multiple', 'flush_runtime', 'flush_group'].includes(
        feature,
      ),
    requestStore<T>(name: string, make: () => T): T {
      const { parts } = stores();
      if (!parts.has(name)) parts.set(name, make());
      return parts.get(name) as T;
    },
  };
  return cache;
}

function isValidKey(key: CacheKey): boolean {
  return typeof key === 'number' ? Number.isInteger(key) : typeof key === 'string' && key.trim() !== '';
}

function mapEntries<R>(values: Record<string, unknown>, work: (key: string, value: unknown) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, work(key, value)]));
}

function shift(group: Group, key: CacheKey, by: number): number | false {
  if (!isValidKey(key) || !group.has(String(key))) return false;
  const before = group.get(String(key));
  const after = Math.max(0, (isNumeric(before) ? Number(before) : 0) + Math.trunc(Number(by)));
  group.set(String(key), after, 0);
  return after;
}

/** Lists and plain objects are copied in and out, so that changing a result does not change the cache. */
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}
