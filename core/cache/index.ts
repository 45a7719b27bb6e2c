export { cacheQuery, cacheRows } from './cached-queries.js';
export { createDataCache, type DataCache, noDataCache } from './data-cache.js';
export {
  bypassCaching,
  currentDependencies,
  dependOnRequest,
  dependOnTables,
  expireAt,
  isTracking,
  reuse,
  startTracking,
  stopTracking,
  type TrackedDependencies,
} from './dependencies.js';
export { createObjectCache } from './object-cache.js';
export { createPluginCache, type PluginCacheParts } from './plugin-cache.js';
export { createTableTracker, type TableTracker, versionWrittenBy } from './table-tracker.js';
export { createTableVersions, type TableVersions, type VersionReader, type VersionRow } from './table-versions.js';
export { CORE_VERSION_ROWS, incrementStatement, type TableVersionName } from './version-rows.js';
