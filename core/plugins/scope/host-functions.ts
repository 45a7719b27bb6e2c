import { type AnyCallback, type PluginScope, type Undo, PlinthError } from '../../api/index.js';
import type { NameRegistry } from './name-registry.js';
import { wrapCheck, orElse } from '../isolation/attribution.js';
import { createOpenRegistry } from './open-registry.js';
import { locationInPlugin } from '../isolation/describe-failure.js';
import { servicesFor } from './services.js';
import type { ScopeContext } from './scope-context.js';

/** Functions that add callbacks to hooks on behalf of a plugin. */
export function hookFunctions({ parts, id, folder, trackUndo, wrap }: ScopeContext) {
  const { hooks } = parts;
  const createAdder =
    (functionName: 'addFilter' | 'addAction') =>
    (name: string, callback: AnyCallback, priority = 10, acceptedArgs = 1): Undo => {
      if (typeof callback !== 'function')
        throw missingCallbackError(`${functionName}('${String(name)}', …)`, callback, folder);
      return trackUndo(hooks.add(name, callback, priority, acceptedArgs, id));
    };
  return {
    addFilter: createAdder('addFilter'),
    addAction: createAdder('addAction'),
    declareHook: ({ check, ...declaration }) =>
      trackUndo(
        hooks.declarations.declare({
          args: [],
          ...declaration,
          ...(check ? { check: wrapCheck(check, declaration.name, wrap) } : {}),
          owner: id,
        }),
      ),
  } satisfies Partial<PluginScope>;
}

/** Creates the functions for the plugin itself, its log, and the services it shares with other plugins. */
export function hostFunctions({
  parts,
  id,
  manifest,
  folder,
  assetsUrl,
  undoList,
  trackUndo,
  claim,
  wrap,
}: ScopeContext) {
  const { functions, services, log } = parts;
  /** Claims a name in a registry that this plugin owns; the plugin's own entries are removed with it. */
  const claimEntry: NameRegistry['claim'] = (kind, name, owner) => {
    const release = parts.nameRegistry.claim(kind, name, owner);
    return owner === id ? undoList.add(release) : release;
  };
  return {
    plugin: { ...manifest, folder, assetsUrl },
    db: parts.db,
    audit: {
      record: (...args) => functions.audit.record(...args),
      describe: (labels) =>
        trackUndo(
          functions.audit.describe(
            () => (orElse({}, wrap('labels of the audit log', labels)) ?? {}) as Readonly<Record<string, string>>,
          ),
        ),
    },
    services: servicesFor(
      {
        ...services,
        provide(name, owner, factory) {
          claim('service', name);
          return services.provide(name, owner, factory);
        },
      },
      id,
      trackUndo,
      wrap,
    ),
    createRegistry: (kind) =>
      createOpenRegistry(
        {
          owner: id,
          invoke: parts.invoke,
          undoListOf: parts.undoListOf,
          markChanged: parts.markChanged,
          claim: claimEntry,
        },
        kind,
      ),
    log: {
      info: (message, fields) => log.info({ ...fields, plugin: id }, message),
      warn: (message, fields) => log.warn({ ...fields, plugin: id }, message),
      error: (message, fields) => log.error({ ...fields, plugin: id }, message),
    },
  } satisfies Partial<PluginScope>;
}

/** Creates the functions that add roles and capabilities, which are deleted with the plugin's data. */
export function roleFunctions({ parts, id }: ScopeContext) {
  const { functions, grants } = parts;
  return {
    async addRole(name, label, capabilities) {
      const role = await functions.addRole(name, label, capabilities);
      if (role) await grants.note(id, name);
      return role;
    },
    async addRoleCap(name, capability, grant) {
      const before = await functions.getRole(name);
      await functions.addRoleCap(name, capability, grant);
      if (before && !(capability in before.capabilities)) await grants.note(id, name, capability);
    },
  } satisfies Partial<PluginScope>;
}

/** Creates the error here, where the stack contains the plugin's own line; inside the hooks it would not. */
function missingCallbackError(call: string, callback: unknown, folder: string): PlinthError {
  const error = new PlinthError(
    'callback_not_found',
    `${call} requires a function, but got ${callback === null ? 'null' : typeof callback}.`,
    { hint: 'Check the argument; an import of a name that does not exist is undefined.' },
  );
  const location = locationInPlugin(folder, error);
  return location === undefined
    ? error
    : new PlinthError(error.code, `${location}: ${error.message}`, { hint: error.hint });
}
