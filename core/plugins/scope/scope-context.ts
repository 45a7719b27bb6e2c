import type { Database, HostFunctions, PluginManifest, PluginsApi, Undo } from '../../api/index.js';
import type { Hooks } from '../../hooks/index.js';
import type { I18n } from '../../i18n/index.js';
import type { Email } from '../../mail/index.js';
import { redirectTarget } from '../../network/index.js';
import type { Views } from '../../view/index.js';
import type { NameKind, NameRegistry } from './name-registry.js';
import type { Grants } from '../state/capability-grants.js';
import type { Invoke } from '../isolation/invoke.js';
import type { Registries } from './registries.js';
import type { ServiceRegistry } from './services.js';
import type { UndoList } from '../state/undo-list.js';

/** Timeout in milliseconds for one part of a response. */
const SHORT_TIMEOUT_MS = 5000;

/** The parts of a site from which a scope is made. */
export interface ScopeParts {
  readonly db: Database;
  readonly hooks: Hooks;
  readonly functions: HostFunctions;
  /** Called when a plugin has registered or unregistered something. */
  markChanged(): void;
  readonly services: ServiceRegistry;
  readonly nameRegistry: NameRegistry;
  readonly registries: Registries;
  readonly views: Views;
  readonly i18n: I18n;
  readonly invoke: Invoke;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  sendMail(email: Email): Promise<boolean>;
  homeUrl(path?: string): string;
  failedGuards(feature: string): Promise<readonly string[]>;
  /** What the plugin may read about installed plugins. */
  readonly plugins: PluginsApi;
  /** Records the roles and capabilities that plugins add. */
  readonly grants: Pick<Grants, 'note'>;
  /** The site's data folder. */
  readonly dataDir: string;
  /** The site's key, for signatures on behalf of a plugin. */
  readonly secret: string;
  /** Whether a plugin has booted, and has not been stopped since. */
  isRunning(id: string): boolean;
  /** Returns the manifest of a running plugin. */
  manifestOf(id: string): PluginManifest | undefined;
  /** Returns the undo list of a plugin that is running or starting. */
  undoListOf(id: string): UndoList | undefined;
}

/** Wraps a function in a plugin's owner context, with the place named in error reports. */
export type ContextWrapper = <A extends unknown[], R>(entryName: string, work: (...args: A) => R) => (...args: A) => R;

/** Input of every function of a scope: the site's parts, and the plugin it belongs to. */
export interface ScopeContext {
  readonly parts: ScopeParts;
  readonly id: string;
  readonly manifest: PluginManifest;
  readonly folder: string;
  readonly assetsUrl: string;
  readonly undoList: UndoList;
  /** Records a registration, which is undone when the plugin stops. */
  trackUndo(step: Undo): Undo;
  /** Registers a name for the plugin; name conflicts are reported. */
  claim(kind: NameKind, name: string): void;
  /**
   * Returns the target of a redirect if the declared hosts of the responsible plugin allow it; errors are attributed to
   * that plugin.
   */
  redirectTarget(location: string, owner?: string): string;
  readonly wrap: ContextWrapper;
  /** Wraps a function that produces one of many parts of a response. */
  readonly wrapWithShortTimeout: ContextWrapper;
  /** Wraps jobs and commands, which have no timeout. */
  readonly wrapWithoutTimeout: ContextWrapper;
}

export function createScopeContext(
  parts: ScopeParts,
  manifest: PluginManifest,
  folder: string,
  undo: UndoList,
): ScopeContext {
  const { id } = manifest;
  const { invoke, markChanged } = parts;
  const createWrapper =
    (timeoutMs?: number): ContextWrapper =>
    (entryName, work) =>
    (...args) =>
      invoke(id, entryName, () => work(...args), timeoutMs);
  const hostsOf = (plugin: PluginManifest | undefined): readonly string[] => plugin?.contributes.hosts?.redirect ?? [];
  return {
    parts,
    id,
    manifest,
    folder,
    assetsUrl: `${parts.homeUrl()}/wp-content/plugins/${id}/assets`,
    undoList: undo,
    trackUndo(step) {
      markChanged();
      return undo.add(() => {
        markChanged();
        step();
      });
    },
    claim: (kind, name) =>
      void undo.add(parts.nameRegistry.claim(kind, name, id, Object.keys(manifest.requiresPlugins))),
    redirectTarget: (location, owner = id) =>
      owner === id
        ? redirectTarget(location, parts.homeUrl(), hostsOf(manifest))
        : invoke(owner, 'redirect', () => redirectTarget(location, parts.homeUrl(), hostsOf(parts.manifestOf(owner)))),
    wrap: createWrapper(),
    wrapWithShortTimeout: createWrapper(SHORT_TIMEOUT_MS),
    wrapWithoutTimeout: createWrapper(Infinity),
  };
}
