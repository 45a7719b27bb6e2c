import type { Request } from 'express';
import {
  createRestCache,
  createPageCache,
  pluginsIdentifyUsers,
  type Sessions,
  visitorLocale,
} from '../../http/index.js';
import type { Site } from '../site.js';
import { MAX_AGE_MS, withDatabaseTimeout, CHECK_TIMEOUT_MS } from './database-timeout.js';

/**
 * Returns the maximum age of known database state, in milliseconds. Within a process, querying SQLite costs next to
 * nothing.
 */
export const maxStateAgeMs = ({ db }: Pick<Site, 'db'>): number => (db.engine === 'sqlite' ? 0 : MAX_AGE_MS);

/** Creates the caches of whole pages and of REST API responses. */
export function createResponseCaches(site: Site, sessions: Sessions) {
  const { config, hooks, i18n, plugins, views, rest, tableVersions } = site;
  const shared = {
    versions: {
      ...tableVersions,
      refreshIfOlderThan: (ms: number) => withDatabaseTimeout(tableVersions.refreshIfOlderThan(ms), CHECK_TIMEOUT_MS),
    },
    maxAgeMs: maxStateAgeMs(site),
    // Plugins may then identify users by something other than the cookie.
    isOn: () =>
      config.pageCacheMb > 0 && !config.safeMode && !plugins.isProtected('access') && !pluginsIdentifyUsers(hooks),
    state: () => plugins.changes() + views.revision(),
    localeOf: (request: Request) => visitorLocale(request, i18n.siteLanguages()),
    sessionCookies: [sessions.cookieName, sessions.visitorCookie],
    trustProxy: config.trustProxy,
  };
  const bytes = Math.max(config.pageCacheMb, 1) * 1024 * 1024;
  const restCache = createRestCache({
    ...shared,
    bytes: bytes / 4,
    hasListeners: hooks.hasPluginListeners,
    cacheOptionsOf: rest.cacheOptionsOf,
  });
  const pageCache = createPageCache({
    ...shared,
    bytes,
    siteUrl: config.siteUrl,
    onSent: (page) => {
      if (hooks.hasAction('plinth/response_sent')) void hooks.doAction('plinth/response_sent', page);
    },
  });
  return { restCache, pageCache };
}
