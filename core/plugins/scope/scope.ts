import { join } from 'node:path';
import type {
  HostFunctions,
  PluginManifest,
  PluginPathsApi,
  PluginsApi,
  PluginScope,
  TranslationApi,
} from '../../api/index.js';
import type { Hooks } from '../../hooks/index.js';
import { createAdminParts } from './admin-parts.js';
import { wrapAsyncChecks } from './async-checks.js';
import { blockStyleFunctions } from './block-styles.js';
import { createAddEditableType } from './edited-kinds.js';
import { createAddPanel } from './editor-panels.js';
import { createClaimingFunctions } from './registered-names.js';
import { pluginPaths } from './plugin-paths.js';
import { preventWritesAfterStop } from './ended-writes.js';
import { eventFunctions } from './event-functions.js';
import { contentFunctions, themeFunctions } from './content-functions.js';
import { hookFunctions, hostFunctions, roleFunctions } from './host-functions.js';
import { requestFunctions, viewFunctions } from './request-functions.js';
import { pageFunctions, restFunctions } from './route-functions.js';
import { createScopeContext, type ScopeParts } from './scope-context.js';
import { scriptFunctions } from './script-functions.js';
import type { UndoList } from '../state/undo-list.js';

/** The intersection of all parts. */
export type Intersection<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Intersection<Rest>
  : unknown;

/**
 * Merges many large objects into one; for duplicate names the last one wins. If hundreds of functions are spread into
 * one literal, V8 takes megabytes for each such object after the second, and a test process creates many.
 */
export function mergeParts<Parts extends readonly object[]>(...parts: Parts): Intersection<Parts> {
  return Object.assign({}, ...parts) as Intersection<Parts>;
}

/** The unmodified parts of the host in a scope. */
type HostParts = [Hooks, HostFunctions, PluginsApi, object, object, TranslationApi, PluginPathsApi];
/** The functions bound to the plugin, some of which replace the host's. */
type BoundFunctions = Omit<PluginScope, keyof Intersection<HostParts>> & Partial<PluginScope>;

/**
 * Creates the scope, a plugin's API. Each registration goes on the undo list, and each callback runs in the plugin's
 * owner context.
 */
export function createScope(parts: ScopeParts, manifest: PluginManifest, folder: string, undo: UndoList): PluginScope {
  const { views, registries, functions, i18n } = parts;
  const { id, textDomain } = manifest;
  const context = createScopeContext(parts, manifest, folder, undo);
  const { trackUndo, claim, wrap, assetsUrl } = context;
  const claimedFunctions = createClaimingFunctions({ id, functions, nameRegistry: parts.nameRegistry, trackUndo });
  const { addSetting, ...registrations } = claimedFunctions;
  trackUndo(views.addPluginTemplates({ id, folder, textDomain }));
  const domain = i18n.domain(textDomain);
  trackUndo(i18n.load(textDomain, join(folder, 'languages')));
  const scripts = scriptFunctions({
    assets: views.assets,
    manifest,
    folder,
    assetsUrl,
    homeUrl: parts.homeUrl(),
    trackUndo,
    claim,
    log: parts.log,
    isRunning: () => parts.isRunning(id),
  });
  const hooks = hookFunctions(context);
  const boundFunctions: BoundFunctions = {
    ...hostFunctions(context),
    ...roleFunctions(context),
    ...hooks,
    ...registrations,
    ...blockStyleFunctions({ styles: functions, scripts, addFilter: hooks.addFilter, trackUndo }),
    ...themeFunctions(context, claimedFunctions),
    ...contentFunctions(context, claimedFunctions),
    ...eventFunctions(context),
    ...restFunctions(context, claimedFunctions),
    ...pageFunctions(context),
    ...createAdminParts({ ...parts, id, trackUndo, wrap, addSetting }),
    addEditorPanel: createAddPanel({ manifest, folder, assetsUrl, registries, wrap, trackUndo }),
    registerEditable: createAddEditableType({ id, registries, wrap, trackUndo }),
    ...scripts,
    ...viewFunctions(context),
    ...requestFunctions(context),
  };
  const scope = mergeParts<[...HostParts, BoundFunctions]>(
    parts.hooks,
    functions,
    parts.plugins,
    wrapAsyncChecks(functions),
    wrapAsyncChecks(parts.plugins),
    domain,
    pluginPaths({ id, folder, assetsUrl, dataDir: parts.dataDir }),
    boundFunctions,
  );
  preventWritesAfterStop(scope, id, undo);
  return scope;
}
