import { join } from 'node:path';
import type { Formatting } from '../../api/index.js';
import { createBlocks, createPatterns } from '../../content/blocks/index.js';
import { createShortcodes } from '../../content/shortcodes/index.js';
import { createTheContent } from '../../content/the-content.js';
import { createTheExcerpt } from '../../content/the-excerpt.js';
import { currentContext } from '../../context/index.js';
import { type SiteDatabase } from '../../db/index.js';
import { createFormatting } from '../../formatting/index.js';
import { createHooks, currentOwner, type Hooks } from '../../hooks/index.js';
import { createI18n } from '../../i18n/index.js';
import { createOptions } from '../../options/index.js';
import { mustFailClosed } from '../access-guard.js';
import type { Config } from '../config.js';
import { declareHostHooks } from '../host-hooks.js';
import type { Log } from '../log.js';
import type { LateServices } from './late-services.js';
import {
  createTableVersions,
  createDataCache,
  noDataCache,
  createPluginCache,
  createObjectCache,
} from '../../cache/index.js';

/** What all other parts are built on. */
export interface Foundation {
  readonly config: Config;
  readonly log: Log;
  readonly db: SiteDatabase;
  readonly late: LateServices;
}

export type BaseServices = ReturnType<typeof createBaseServices>;

/** Creates hooks, texts, caches and options: the parts that do not need content or accounts. */
export function createBaseServices(foundation: Foundation) {
  const { config } = foundation;
  const currentUserId = (): number => currentContext()?.userId ?? 0;
  const homeUrl = (path = ''): string => config.siteUrl + (path === '' || path.startsWith('/') ? path : `/${path}`);
  const adminUrl = (path = ''): string => homeUrl(`/wp-admin/${path}`);
  const hooks = createSiteHooks(foundation);
  declareHostHooks(hooks);
  const i18n = createI18n({ cache: join(config.root, 'dist', 'catalogs') });
  i18n.load('default', join(config.root, 'core/i18n/languages'));
  const text = i18n.domain('default');
  const base = { ...foundation, currentUserId, homeUrl, adminUrl, hooks, i18n, text };
  const texts = createTextParts(base);
  return { ...base, ...texts, ...createStorageParts({ ...base, ...texts }) };
}

function createSiteHooks({ config, log, late }: Foundation): Hooks {
  return createHooks({
    timeAll: config.development !== undefined,
    onError: ({ owner, hook, error, breaker }) =>
      late.get('plugins').pluginErrors.record(owner, `hook ${hook}`, error, breaker),
    mustFailClosed: (pluginId, feature) => mustFailClosed({ plugins: late.get('plugins') }, pluginId, feature),
    onChange: () => {
      // Before the plugin host exists, nothing is cached that a new listener could change.
      if (late.has('plugins')) late.get('plugins').markChanged();
    },
    onUnknown: (hook, plugin, { suggestion, isWordPress }) =>
      log.warn(
        { hook, plugin, ...(suggestion === '' ? {} : { nearest: suggestion }) },
        isWordPress ? 'a plugin uses a WordPress hook that Plinth does not fire' : 'a plugin uses an unknown hook',
      ),
    onDeprecated: (hook, version, replacement) =>
      log.warn({ hook, version, replacement }, 'a deprecated hook has callbacks'),
  });
}

type TextDeps = Foundation & {
  readonly hooks: Hooks;
  readonly text: ReturnType<ReturnType<typeof createI18n>['domain']>;
};

/** Creates formatting, shortcodes and blocks, and the filter chains that prepare a text for display. */
function createTextParts({ config, hooks, late, text }: TextDeps) {
  const formatting: Formatting = createFormatting({
    hooks,
    homeUrl: config.siteUrl,
    shortcodeTags: () => shortcodes.shortcodeTags(),
  });
  const shortcodes = createShortcodes({ hooks, oneAttr: formatting.wpKsesOneAttr });
  const blocks = createBlocks({ hooks, formatting });
  const images = () => late.get('attachments').images;
  const theContent = createTheContent({ hooks, formatting, shortcodes, blocks, images });
  const theExcerpt = createTheExcerpt({
    hooks,
    formatting,
    shortcodes,
    blocks,
    content: theContent,
    translate: text.__,
  });
  return { formatting, shortcodes, blocks, patterns: createPatterns(), theContent, theExcerpt };
}

/** Creates the data cache, the object cache and the options. */
function createStorageParts({
  config,
  log,
  db,
  late,
  hooks,
  formatting,
}: Foundation & { readonly hooks: Hooks; readonly formatting: Formatting }) {
  const tableVersions = createTableVersions(db.versionReader);
  const dataCache =
    config.objectCacheMb === 0
      ? noDataCache
      : createDataCache({
          db,
          tableTracker: db.tableTracker,
          tableVersions,
          bytes: config.objectCacheMb * 1024 * 1024,
        });
  const pluginCache = createPluginCache({
    dataCache,
    tableTracker: db.tableTracker,
    changes: () => late.get('plugins').changes(),
  });
  const cache = createObjectCache({ dataCache, tableVersionsOf: pluginCache.tableVersionsOf });
  const options = createOptions({
    db,
    hooks,
    formatting,
    cache,
    siteUrl: config.siteUrl,
    onChange: () => tableVersions.invalidate('options'),
    onTooLong: (name) =>
      log.warn(
        { plugin: currentOwner()?.owner ?? '', option: name },
        'the option name is longer than 191 characters and cannot be stored: its value is available during this request only',
      ),
  });
  return { tableVersions, dataCache, pluginCache, cache, options };
}
