import { createHmac } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import {
  type AdminScreen,
  type AnyCallback,
  type Database,
  type HostFunctions,
  type Mail,
  type MaybePromise,
  type PageRequest,
  PlinthError,
  type PluginManifest,
  type PluginPlacesApi,
  type PluginsApi,
  type PluginScope,
  type TranslationApi,
  type Undo,
} from '../api/index.js';
import { clientIp, CURRENT_SCREEN, currentContext, NOT_FOUND, PAGE_REQUEST } from '../context/index.js';
import type { Hooks } from '../hooks/index.js';
import type { I18n } from '../i18n/index.js';
import type { Letter } from '../mail/index.js';
import { redirectTarget } from '../network/index.js';
import type { Views } from '../view/index.js';
import type { ClaimKind, Claims } from './claims.js';
import { composeLetter } from './compose-letter.js';
import { createAdminParts } from './admin-parts.js';
import { blockStyleFunctions } from './block-styles.js';
import { questionsOf } from './asked-questions.js';
import { placeIn } from './place.js';
import { createAddEditedKind } from './edited-kinds.js';
import { createAddPanel } from './editor-panels.js';
import { putMetaBox, removeMetaBox } from './meta-boxes.js';
import { heldNames } from './held-names.js';
import type { Invoke } from './invoke.js';
import { joined, type Joined } from './joined.js';
import { checkedText } from './text-answers.js';
import { checkPath } from './front-path.js';
import { checkSlug } from './page-slug.js';
import { checkedReply, noPage } from './page-replies.js';
import { pluginPlaces } from './plugin-functions.js';
import { nameCheck, nameEndpoints, nameField, nameMeta, nameSetting, nameWords, orElse } from './named-parts.js';
import type { Registries } from './registries.js';
import { scriptFunctions } from './script-functions.js';
import { createOpenRegistry } from './open-registry.js';
import { type ServiceRegistry, servicesFor } from './services.js';
import type { UndoList } from './undo-list.js';

/** Milliseconds that a part of an answer may take. */
const BRIEF_MS = 5000;

/** The parts of a site that a scope is made of. */
interface ScopeParts {
  readonly db: Database;
  readonly hooks: Hooks;
  readonly functions: HostFunctions;
  /** Something was registered by a plugin, or is not any more. */
  noteChange(): void;
  readonly services: ServiceRegistry;
  readonly claims: Claims;
  readonly registries: Registries;
  readonly views: Views;
  readonly i18n: I18n;
  readonly invoke: Invoke;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  sendMail(letter: Letter): Promise<boolean>;
  homeUrl(path?: string): string;
  brokenGuards(thing: string): MaybePromise<readonly string[]>;
  /** What it may ask about the plugins that are here. */
  readonly plugins: PluginsApi;
  /** Where the site keeps its data. */
  readonly dataDir: string;
  /** The site's key, for signatures in a plugin's name. */
  readonly secret: string;
  /** Whether a plugin has booted, and was not stopped since. */
  isRunning(id: string): boolean;
  /** What a plugin that runs says of itself. */
  manifestOf(id: string): PluginManifest | undefined;
  /** The undo list of a plugin that runs or starts. */
  undoOf(id: string): UndoList | undefined;
}

/** What a scope has of the host as it is. */
type Given = [Hooks, HostFunctions, PluginsApi, object, object, TranslationApi, PluginPlacesApi];
/** What it has in the plugin's name, some of it in place of the host's. */
type Own = Omit<PluginScope, keyof Joined<Given>> & Partial<PluginScope>;

/**
 * Makes what a plugin acts through. Each registration goes on the undo list, and each callback runs in the plugin's name.
 */
export function createScope(parts: ScopeParts, manifest: PluginManifest, folder: string, undo: UndoList): PluginScope {
  const { hooks, views, registries, invoke, functions } = parts;
  const { id } = manifest;
  const keep = (step: Undo): Undo => {
    parts.noteChange();
    return undo.add(() => {
      parts.noteChange();
      step();
    });
  };
  const claim = (kind: ClaimKind, name: string): void =>
    void undo.add(parts.claims.claim(kind, name, id, Object.keys(manifest.requiresPlugins)));
  /** Of a registry that this plugin keeps: what itself puts there goes with it. */
  const claimEntry: Claims['claim'] = (kind, name, owner) => {
    const release = parts.claims.claim(kind, name, owner);
    return owner === id ? undo.add(release) : release;
  };
  const { holdSetting, ...once } = heldNames({ id, functions, claims: parts.claims, keep });
  const assetsUrl = `${parts.homeUrl()}/wp-content/plugins/${id}/assets`;
  keep(views.addPluginTemplates({ id, folder, textDomain: manifest.textDomain }));
  /** Held to the hosts of the plugin on whose behalf it is, which is also the one to blame. */
  const target = (location: string, owner = id): string =>
    owner === id
      ? redirectTarget(location, parts.homeUrl(), manifest.contributes.hosts?.redirect ?? [])
      : invoke(owner, 'redirect', () =>
          redirectTarget(location, parts.homeUrl(), parts.manifestOf(owner)?.contributes.hosts?.redirect ?? []),
        );
  const domain = parts.i18n.domain(manifest.textDomain);
  keep(parts.i18n.load(manifest.textDomain, join(folder, 'languages')));

  const named =
    <A extends unknown[], R>(place: string, work: (...args: A) => R) =>
    (...args: A): R =>
      invoke(id, place, () => work(...args));
  /** Of an answer that is put together from many. */
  const briefly =
    <A extends unknown[], R>(place: string, work: (...args: A) => R) =>
    (...args: A): R =>
      invoke(id, place, () => work(...args), BRIEF_MS);
  /** Jobs and commands may take as long as they need. */
  const unhurried =
    <A extends unknown[], R>(place: string, work: (...args: A) => R) =>
    (...args: A): R =>
      invoke(id, place, () => work(...args), Infinity);
  const scripts = scriptFunctions({
    assets: views.assets,
    manifest,
    assetsUrl,
    homeUrl: parts.homeUrl(),
    keep,
    claim,
    isRunning: () => parts.isRunning(id),
  });
  const hook =
    (word: 'addFilter' | 'addAction') =>
    (name: string, callback: AnyCallback, priority = 10, acceptedArgs = 1): Undo => {
      if (typeof callback !== 'function') throw noCallback(`${word}('${String(name)}', …)`, callback, folder);
      return keep(hooks.add(name, callback, priority, acceptedArgs, id));
    };

  async function mail(letter: Mail): Promise<boolean> {
    const send = async (): Promise<boolean> =>
      parts.sendMail(await composeLetter(parts, { id, folder, textDomain: manifest.textDomain }, letter));
    const context = currentContext();
    if (context === undefined || letter.locale === undefined) return send();
    const before = context.locale;
    context.locale = letter.locale;
    try {
      return await send();
    } finally {
      context.locale = before;
    }
  }

  const own: Own = {
    plugin: { ...manifest, folder, assetsUrl },
    db: parts.db,
    audit: {
      record: (...given) => functions.audit.record(...given),
      describe: (words) =>
        keep(
          functions.audit.describe(
            () => (orElse({}, named('words of the audit log', words)) ?? {}) as Readonly<Record<string, string>>,
          ),
        ),
    },
    services: servicesFor(
      {
        ...parts.services,
        provide: (name, owner, factory) => (claim('service', name), parts.services.provide(name, owner, factory)),
      },
      id,
      keep,
      named,
    ),
    createRegistry: (kind) =>
      createOpenRegistry(
        { keeper: id, invoke, undoOf: parts.undoOf, noteChange: parts.noteChange, claim: claimEntry },
        kind,
      ),
    log: {
      info: (message, fields) => parts.log.info({ ...fields, plugin: id }, message),
      warn: (message, fields) => parts.log.warn({ ...fields, plugin: id }, message),
      error: (message, fields) => parts.log.error({ ...fields, plugin: id }, message),
    },

    addFilter: hook('addFilter'),
    addAction: hook('addAction'),
    declareHook: ({ check, ...declaration }) =>
      keep(
        hooks.declarations.declare({
          args: [],
          ...declaration,
          ...(check ? { check: nameCheck(check, declaration.name, named) } : {}),
          owner: id,
        }),
      ),

    wpRedirect: (location, status) => functions.wpRedirect(target(location), status),
    ...once,
    ...blockStyleFunctions({ styles: functions, scripts, addFilter: hook('addFilter'), keep }),
    registerBlockPattern(name, pattern) {
      const isKnown = functions.registerBlockPattern(name, pattern);
      if (isKnown) keep(() => void functions.unregisterBlockPattern(name));
      return isKnown;
    },
    registerBlockPatternCategory(name, category) {
      const isKnown = functions.registerBlockPatternCategory(name, category);
      if (isKnown) keep(() => void functions.unregisterBlockPatternCategory(name));
      return isKnown;
    },
    addThemeSupport(feature, ...args) {
      const before = functions.getThemeSupport(feature);
      functions.addThemeSupport(feature, ...args);
      keep(() => restoreSupport(functions, feature, before));
    },
    removeThemeSupport(feature) {
      const before = functions.getThemeSupport(feature);
      if (before !== false) keep(() => restoreSupport(functions, feature, before));
      return functions.removeThemeSupport(feature);
    },
    registerNavMenus: (locations) => keep(functions.registerNavMenus(locations)),
    registerNavMenu: (location, description) => keep(functions.registerNavMenu(location, description)),
    registerSidebar: (args) => keep(functions.registerSidebar(args)),
    registerWidget: (widget) =>
      once.registerWidget({
        ...widget,
        render: (...args) =>
          orElse('', () => invoke(id, `widget ${widget.idBase}`, () => checkedText(widget.render(...args)))),
      }),
    registerSetting(group, name, args) {
      const release = holdSetting(group, name, args && nameSetting(args, name, named));
      const { undo: forget } = registries.settings.put(id, (one) => one.name, { group, name });
      keep(() => {
        forget();
        release();
      });
    },
    registerMeta: (type, key, args) => once.registerMeta(type, key, args && nameMeta(args, key, named)),
    addShortcode: (tag, callback) => (
      claim('shortcode', tag),
      keep(
        functions.addShortcode(
          tag,
          (...args) => orElse('', () => invoke(id, `shortcode [${tag}]`, () => checkedText(callback(...args)))),
          id,
        ),
      )
    ),
    registerBlockType(name, settings = {}) {
      const { renderCallback } = settings;
      const contained: typeof renderCallback =
        renderCallback &&
        ((...args) => orElse('', () => invoke(id, `block ${name}`, () => checkedText(renderCallback(...args)))));
      const register = (): Undo =>
        once.registerBlockType(name, contained ? { ...settings, renderCallback: contained } : settings);
      // What the host has already is named, and leaves the rest of the plugin as it is.
      return functions.isBlockRegistered(name)
        ? passedOver(() => invoke(id, `registration of block ${name}`, register))
        : register();
    },
    registerRestRoute: (namespace, route, definition, override) => (
      claim('REST route', `${namespace}${route}`),
      keep(
        functions.registerRestRoute(
          namespace,
          route,
          nameEndpoints(definition, `${namespace}${route}`, named, (capability) =>
            functions.requireCapability(capability).then(
              () => true,
              () => false,
            ),
          ),
          override,
        ),
      )
    ),
    registerRestField: (types, attribute, field) =>
      keep(functions.registerRestField(types, attribute, nameField(field, attribute, briefly))),
    watchTables: (name, tables) => keep(functions.watchTables(name, tables)),
    registerJob: (name, handler, options) => once.registerJob(name, unhurried(`job ${name}`, handler), options),

    registerFrontRoute: (route) => (
      checkPath(route.path),
      claim('page', route.path),
      keep(
        registries.frontRoutes.add(id, {
          ...route,
          handler: named(`page ${route.path}`, (request: PageRequest) =>
            route.capability === undefined
              ? checkedReply(route.handler(request), target)
              : functions.requireCapability(route.capability).then(() => checkedReply(route.handler(request), target)),
          ),
        }),
      )
    ),
    addMenuPage(page) {
      checkSlug(page.slug);
      // Each request that fires `admin_menu` may add the same page again.
      const { undo: takeBack, isNew } = registries.adminPages.put(id, ({ slug }) => slug, {
        ...nameWords(page, named),
        handler: named(
          `admin page ${page.slug}`,
          async (request: PageRequest) => (await checkedReply(page.handler(request), target)) ?? noPage(),
        ),
      });
      if (!isNew) return takeBack;
      const release = parts.claims.claim('screen', page.slug, id);
      return keep(() => {
        takeBack();
        release();
      });
    },
    ...createAdminParts({ ...parts, id, keep, named, holdSetting }),
    addEditorPanel: createAddPanel({ manifest, folder, assetsUrl, registries, named, keep }),
    addEditedKind: createAddEditedKind({ id, registries, named, keep }),
    getCurrentScreen: () => (currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen | undefined) ?? null,
    addMetaBox: (box) =>
      void putMetaBox({
        ...box,
        callback: (post) => orElse('', () => invoke(id, `box ${box.id}`, () => checkedText(box.callback(post)))),
      }),
    removeMetaBox,
    addCommand: (command) => (
      claim('command', command.name.replace(/ [<[].*$/, '')),
      keep(
        registries.commands.add(id, {
          ...command,
          run: (...args) =>
            answering(
              () => command.run(...args),
              (work) => invoke(id, `command ${command.name}`, work, Infinity),
            ),
        }),
      )
    ),

    ...scripts,
    useAsset: (handle) => views.assets.use(handle, id),
    addTemplateHelper: (name, helper) =>
      keep(
        views.addHelper(name, (...args: unknown[]) =>
          orElse('', () => invoke(id, `helper ${name}`, () => helper(...(args as never[])))),
        ),
      ),
    registerThemeDirectory: (path) => keep(views.addThemeFolder(isAbsolute(path) ? path : join(folder, path))),
    render: async (view, data) => views.renderPlugin({ id, folder, textDomain: manifest.textDomain }, view, data),
    mail,

    homeUrl: parts.homeUrl,
    adminUrl: (path = '') => parts.homeUrl(`/wp-admin/${path}`),
    currentRequest: () => currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined,
    set404: (missing = true) => void currentContext()?.memo.set(NOT_FOUND, missing),
    clientIp: (use) => clientIp(use === 'counting'),
    getCurrentUserId: () => currentContext()?.userId ?? 0,
    addNotice(request, kind, text) {
      const before = request.session.get<unknown[]>('notices') ?? [];
      request.session.set('notices', [...before, { kind, text }]);
    },

    wpHash: (text) => createHmac('sha256', parts.secret).update(`plugin ${id}|${text}`).digest('hex'),
    brokenGuards: parts.brokenGuards,
    async guard(place, work) {
      try {
        return await invoke(id, place, async () => work());
      } catch {
        return undefined;
      }
    },
    onDispose: (work) => undo.add(work),
  };
  return joined<[...Given, Own]>(
    hooks,
    functions,
    parts.plugins,
    questionsOf(functions),
    questionsOf(parts.plugins),
    domain,
    pluginPlaces({ id, folder, assetsUrl, dataDir: parts.dataDir }),
    own,
  );
}

/** Said where the plugin's own line is known, which a failure inside of the hooks would not show. */
function noCallback(call: string, given: unknown, folder: string): PlinthError {
  const error = new PlinthError(
    'callback_missing',
    `${call} needs a function, and got ${given === null ? 'null' : typeof given}.`,
    { cure: 'Look at what is passed: an import of another name is undefined.' },
  );
  const place = placeIn(folder, error);
  return place === undefined ? error : new PlinthError(error.code, `${place}: ${error.message}`, { cure: error.cure });
}

/** Says of a feature what was said before a plugin spoke of it. */
function restoreSupport(functions: HostFunctions, feature: string, before: readonly unknown[] | boolean): void {
  if (before === false) functions.removeThemeSupport(feature);
  else functions.addThemeSupport(feature, ...(before === true ? [] : before));
}

function passedOver(register: () => Undo): Undo {
  try {
    return register();
  } catch {
    return () => undefined;
  }
}

/** A command says with a PlinthError what it found, or why it does nothing: that is its answer, and no fault. */
async function answering(
  run: () => Promise<void>,
  named: (work: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const answer = await named(async () => {
    try {
      await run();
      return undefined;
    } catch (error) {
      if (error instanceof PlinthError && error.code !== 'plugin_exit') return error;
      throw error;
    }
  });
  if (answer instanceof PlinthError) throw answer;
}
