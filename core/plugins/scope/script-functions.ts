import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AssetOptions,
  type AssetVersion,
  type ModuleDependency,
  PlinthError,
  type PluginManifest,
  type ScriptArgs,
  type ScriptsApi,
  type Undo,
} from '../../api/index.js';
import { currentContext, PAGE_REQUEST } from '../../context/index.js';
import { isOnHost, localTarget } from '../../network/index.js';
import {
  type Asset,
  type Assets,
  type Scope,
  fileVersion,
  inlineScriptTag,
  currentCspNonce,
  scriptTag,
} from '../../view/index.js';

interface ScriptParts {
  readonly assets: Assets;
  readonly manifest: PluginManifest;
  readonly folder: string;
  /** URL of the plugin's `assets/`. */
  readonly assetsUrl: string;
  readonly homeUrl: string;
  /** Registrations made outside of a page are removed with the plugin. */
  trackUndo(undo: Undo): Undo;
  /** Registers a handle as this plugin's. */
  claim(kind: 'script' | 'style' | 'script module', handle: string): void;
  readonly log: { warn(fields: object, message: string): void };
  /** Whether the plugin has booted. */
  isRunning(): boolean;
}

/** The script and style functions of a plugin. */
type PluginScripts = ScriptsApi & {
  enqueueScript(handle: string, file: string, options?: AssetOptions): Undo;
  enqueueStyle(handle: string, file: string, options?: AssetOptions): Undo;
};

type Kind = Asset['kind'];
type InlinePosition = 'data' | 'before' | 'after';
/** A valid name of a JavaScript variable, with dots for properties. */
const VARIABLE_NAME = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** How an asset is registered, beyond its options. */
interface Registration {
  readonly registeredOnly?: boolean;
  readonly dynamic?: readonly string[];
  readonly version?: AssetVersion;
}

/** Creates the script and style functions of one plugin: those of WordPress, and two of Plinth. */
export function scriptFunctions({
  assets,
  manifest,
  folder,
  assetsUrl,
  homeUrl,
  trackUndo,
  claim,
  log,
  isRunning,
}: ScriptParts): PluginScripts {
  const owner = manifest.id;
  // While a page is rendered the scope is that page, as in WordPress; otherwise it is every page.
  const scope = (): Scope => (isRunning() && currentContext()?.memo.has(PAGE_REQUEST) ? 'page' : 'site');
  const scopedUndo = (where: Scope, undo: Undo): Undo => (where === 'page' ? undo : trackUndo(undo));

  const urlOf = createUrlOf({ manifest, folder, assetsUrl, homeUrl, log });

  function add(kind: Kind, handle: string, src: string | false, options: AssetOptions, extra: Registration = {}): Undo {
    const where = scope();
    if (where === 'site') claim(kind === 'module' ? 'script module' : kind, handle);
    const undo = assets.add(where, {
      handle,
      kind,
      owner,
      options,
      src: src === false ? '' : urlOf(kind, src, 'version' in extra ? extra.version : options.version),
      registeredOnly: extra.registeredOnly ?? false,
      ...(extra.dynamic ? { dynamic: extra.dynamic } : {}),
    });
    const undoEnqueue =
      where === 'page' && !extra.registeredOnly ? assets.enqueue(where, kind, handle, owner) : undefined;
    return scopedUndo(where, () => {
      undoEnqueue?.();
      undo();
    });
  }

  const isOwn = (kind: Kind, handle: string): boolean => assets.find(kind, handle, owner)?.owner === owner;

  function register(
    kind: 'script' | 'style',
    handle: string,
    src: string | false,
    options: AssetOptions,
    version: AssetVersion | undefined,
  ): boolean {
    if (isOwn(kind, handle)) return false;
    add(kind, handle, src, { ...options, on: 'both' }, { registeredOnly: true, version });
    return true;
  }

  function enqueue(
    kind: 'script' | 'style',
    handle: string,
    src: string | undefined,
    options: AssetOptions,
    version: AssetVersion | undefined,
  ): Undo {
    if (src !== undefined && src !== '') register(kind, handle, src, options, version);
    const where = scope();
    return scopedUndo(where, assets.enqueue(where, kind, handle, owner));
  }

  const dequeue = (kind: Kind, handle: string): Undo => scopedUndo(scope(), assets.dequeue(scope(), kind, handle));
  const deregister = (kind: Kind, handle: string): Undo =>
    scopedUndo(scope(), assets.deregister(scope(), kind, handle));

  function addInline(kind: 'script' | 'style', handle: string, position: InlinePosition, code: string): boolean {
    if (!assets.find(kind, handle, owner)) return false;
    const where = scope();
    scopedUndo(where, assets.addInline(where, { kind, handle, position, code }));
    return true;
  }

  const hasState = (kind: Kind, handle: string, state: string): boolean =>
    state === 'registered' ? assets.find(kind, handle, owner) !== undefined : assets.isEnqueued(kind, handle, owner);

  function addModule(
    id: string,
    src: string,
    deps: readonly ModuleDependency[],
    version: AssetVersion | undefined,
  ): void {
    const { fixed, dynamic } = splitDependencies(deps);
    add('module', id, src, { deps: fixed, on: 'both' }, { registeredOnly: true, dynamic, version });
  }

  return {
    enqueueScript: (handle, file, options = {}) => add('script', handle, file, options),
    enqueueStyle: (handle, file, options = {}) => add('style', handle, file, options),

    wpRegisterScript: (handle, src, deps = [], version = false, args = false) =>
      register('script', handle, src, { deps, ...toAssetOptions(args) }, version),
    wpEnqueueScript: (handle, src, deps = [], version = false, args = false) =>
      enqueue('script', handle, src, { deps, ...toAssetOptions(args) }, version),
    wpDequeueScript: (handle) => dequeue('script', handle),
    wpDeregisterScript: (handle) => deregister('script', handle),
    wpScriptIs: (handle, state = 'enqueued') => hasState('script', handle, state),
    wpAddInlineScript: (handle, code, position = 'after') => addInline('script', handle, position, code),
    wpLocalizeScript: (handle, objectName, data) =>
      VARIABLE_NAME.test(objectName) && addInline('script', handle, 'data', assignment(objectName, data)),
    wpRegisterStyle: (handle, src, deps = [], version = false, media = 'all') =>
      register('style', handle, src, { deps, media }, version),
    wpEnqueueStyle: (handle, src, deps = [], version = false, media = 'all') =>
      enqueue('style', handle, src, { deps, media }, version),
    wpDequeueStyle: (handle) => dequeue('style', handle),
    wpDeregisterStyle: (handle) => deregister('style', handle),
    wpStyleIs: (handle, state = 'enqueued') => hasState('style', handle, state),
    wpAddInlineStyle: (handle, css) => addInline('style', handle, 'after', css),
    wpRegisterScriptModule: (id, src, deps = [], version = false) => {
      if (!isOwn('module', id)) addModule(id, src, deps, version);
    },
    wpEnqueueScriptModule(id, src, deps = [], version = false) {
      if (src !== undefined && src !== '' && !isOwn('module', id)) addModule(id, src, deps, version);
      const where = scope();
      return scopedUndo(where, assets.enqueue(where, 'module', id, owner));
    },
    wpDequeueScriptModule: (id) => dequeue('module', id),
    wpDeregisterScriptModule: (id) => deregister('module', id),

    cspNonce: currentCspNonce,
    wpGetScriptTag: (attributes) => scriptTag({ ...attributes, nonce: currentCspNonce() }),
    wpGetInlineScriptTag: (code, attributes = {}) => inlineScriptTag(code, { ...attributes, nonce: currentCspNonce() }),
  };
}

/** Creates the function that returns the URLs of a plugin's files; a missing file is logged once. */
function createUrlOf(parts: Pick<ScriptParts, 'manifest' | 'folder' | 'assetsUrl' | 'homeUrl' | 'log'>) {
  const { manifest, folder, assetsUrl, log } = parts;
  const missing = new Set<string>();
  return (kind: Kind, file: string, version: AssetVersion | undefined): string => {
    const url = assetUrl({ kind, file, version }, parts);
    const ownPath = pluginFile(url, assetsUrl);
    if (ownPath !== undefined && !missing.has(ownPath) && !existsSync(join(folder, 'assets', ownPath))) {
      missing.add(ownPath);
      const fields = { plugin: manifest.id, file: `assets${ownPath}` };
      log.warn(fields, `pages request a plugin ${kind} that does not exist`);
    }
    return url;
  };
}

/** Returns the path of a URL below the plugin's `assets/`, with a leading slash; undefined for other URLs. */
const pluginFile = (url: string, assetsUrl: string): string | undefined =>
  url.startsWith(`${assetsUrl}/`) ? url.slice(assetsUrl.length).split(/[?#]/)[0] : undefined;

/** Returns the URL of a file of this plugin, of the site, or of a host that the plugin declares. */
function assetUrl(
  { kind, file, version }: { readonly kind: Kind; readonly file: string; readonly version: AssetVersion | undefined },
  { manifest, folder, assetsUrl, homeUrl }: Pick<ScriptParts, 'manifest' | 'folder' | 'assetsUrl' | 'homeUrl'>,
): string {
  if (/^(?:https?:)?\/\//i.test(file) && localTarget(file, homeUrl) === undefined) {
    const url = URL.canParse(file, 'https://x.invalid') ? new URL(file, 'https://x.invalid') : undefined;
    const use = kind === 'style' ? 'style' : 'script';
    if (!url || !isOnHost(url, manifest.contributes.hosts?.[use] ?? [])) {
      throw new PlinthError(
        'host_not_declared',
        `The ${kind} ${file.slice(0, 200)} is on a host that "${manifest.id}" does not declare.`,
        { hint: `Add its origin to contributes.hosts.${use} in plugin.json.` },
      );
    }
    // External URLs stay unchanged, except for an explicit version.
    return typeof version === 'string' ? withVersion(url.href, version) : url.href;
  }
  const local =
    file.startsWith('/') || /^https?:/i.test(file) ? new URL(file, `${homeUrl}/`).href : `${assetsUrl}/${file}`;
  // `null` means no version. If omitted, it is the plugin's version with a fingerprint of the file.
  if (version === null) return local;
  if (typeof version === 'string') return withVersion(local, version);
  const ownPath = pluginFile(local, assetsUrl);
  return withVersion(
    local,
    ownPath === undefined ? manifest.version : fileVersion(join(folder, 'assets', ownPath), manifest.version),
  );
}

function splitDependencies(deps: readonly ModuleDependency[]): { fixed: string[]; dynamic: string[] } {
  const fixed: string[] = [];
  const dynamic: string[] = [];
  for (const dependency of deps) {
    if (typeof dependency === 'string') fixed.push(dependency);
    else (dependency.import === 'dynamic' ? dynamic : fixed).push(dependency.id);
  }
  return { fixed, dynamic };
}

/** Returns the statement that defines a script's data, with `</script>` escaped. */
function assignment(objectName: string, data: unknown): string {
  const target = objectName.includes('.') ? objectName : `var ${objectName}`;
  return `${target} = ${JSON.stringify(data).replace(/</g, '\\u003c')};`;
}

function toAssetOptions(args: ScriptArgs): AssetOptions {
  return typeof args === 'boolean'
    ? { inFooter: args }
    : { inFooter: args.inFooter ?? false, ...(args.strategy ? { strategy: args.strategy } : {}) };
}

function withVersion(url: string, version: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}ver=${encodeURIComponent(version)}`;
}
