import {
  bypassCaching,
  createObjectCache,
  currentDependencies,
  dependOnTables,
  expireAt,
  reuse,
  startTracking,
  stopTracking,
} from '../../core/cache/index';
import type { Dependencies } from '../../core/context/dependencies';
import { createContext, runInContext } from '../../core/context/index';
import { assertDefined } from '../kit/assert-defined.js';

/** Runs work with tracking. @returns its dependencies */
function track(work: () => void): Dependencies {
  const dependencies = assertDefined(startTracking());
  work();
  stopTracking(dependencies);
  return dependencies;
}

const inRequest = (work: () => void): void => runInContext(createContext('test'), work);

describe('value stored for the rest of a request', () => {
  it('passes what it was computed from to its users', () => {
    inRequest(() => {
      let stored = currentDependencies();
      track(() => {
        dependOnTables('content');
        expireAt(5000);
        stored = currentDependencies();
      });
      const { tables, expiresAt, bypassReason } = track(() => reuse(stored));
      expect([[...tables], expiresAt, bypassReason]).toEqual([['content'], 5000, '']);
    });
  });

  it('makes its users uncacheable when it is for one request only', () => {
    inRequest(() => {
      let stored = currentDependencies();
      track(() => {
        bypassCaching('it reads a transient');
        stored = currentDependencies();
      });
      expect(track(() => reuse(stored)).bypassReason).toBe('it reads a transient');
    });
  });

  it('makes its users uncacheable when nothing was tracked while it was computed', () => {
    inRequest(() => {
      const stored = currentDependencies();
      expect(track(() => reuse(stored)).bypassReason).toBe('it uses a value computed earlier in the request');
    });
  });
});

describe('object cache', () => {
  it('passes the dependencies of a value to the page that reads it', () => {
    inRequest(() => {
      const cache = createObjectCache();
      track(() => {
        dependOnTables('store.catalog');
        cache.wpCacheSet('names', ['Bowl']);
      });
      const page = track(() => expect(cache.wpCacheGet('names')).toEqual(['Bowl']));
      expect([...page.tables]).toEqual(['store.catalog']);
      expect([...track(() => cache.wpCacheHas('names')).tables]).toEqual(['store.catalog']);
    });
  });

  it('makes a page depend on the tables of a shared group, regardless of who stored the value', () => {
    inRequest(() => {
      const dataCache = { find: () => undefined, set: () => undefined, delete: () => undefined };
      const cache = createObjectCache({ dataCache, tableVersionsOf: () => ['store.catalog'] });
      cache.wpCacheSet('names', ['Bowl'], 'store');
      const page = track(() => expect(cache.wpCacheGet('names', 'store')).toEqual(['Bowl']));
      expect([[...page.tables], page.bypassReason]).toEqual([['store.catalog'], '']);
    });
  });
});
