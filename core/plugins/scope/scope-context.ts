import type { Database, HostFunctions, MaybePromise, PluginManifest, PluginsApi, Undo } from '../../api/index.js';
import type { Hooks } from '../../hooks/index.js';
import type { I18n } from '../../i18n/index.js';
import type { Email } from '../../mail/index.js';
import { redirectTarget } from '../../network/index.js';
import type { Views } from '../../view/index.js';
import type { NameKind, NameRegistry } from '../name-registry.js';
import type { Invoke } from '../invoke.js';
import type { Registries } from '../registries.js';
import type { ServiceRegistry } from '../services.js';
import type { UndoList } from '../undo-list.js';

/** Milliseconds that a part of an answer may take. */
const BRIEF_MS = 5000;

/** The parts of a site that a scope is made of. */
export interface ScopeParts {
  readonly db: Database;
  readonly hooks: Hooks;
  readonly functions: HostFunctions;
  /** Something was registered by a plugin, or is not any more. */
  noteChange(): void;
  readonly services: ServiceRegistry;
  readonly claims: NameRegistry;
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
  failedGuards(thing: string): MaybePromise<readonly string[]>;
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

/** Wraps a function so that it runs in a plugin's name, at a place that reports name. */
export type Named = <A extends unknown[], R>(place: string, work: (...args: A) => R) => (...args: A) => R;

/** What every function of a scope is made with: the site's parts, and the plugin in whose name it acts. */
export interface ScopeContext {
  readonly parts: ScopeParts;
  readonly id: string;
  readonly manifest: PluginManifest;
  readonly folder: string;
  readonly assetsUrl: string;
  readonly undo: UndoList;
  /** Notes a registration, which is undone when the plugin stops. */
  keep(step: Undo): Undo;
  /** Claims a name for the plugin; two that claim one name are reported. */
  claim(kind: NameKind, name: string): void;
  /** Where a redirect leads, held to the hosts of the plugin on whose behalf it is, which is also the one to blame. */
  redirectTarget(location: string, owner?: string): string;
  readonly named: Named;
  /** Of an answer that is put together from many. */
  readonly briefly: Named;
  /** Jobs and commands may take as long as they need. */
  readonly unhurried: Named;
}

export function createScopeContext(
  parts: ScopeParts,
  manifest: PluginManifest,
  folder: string,
  undo: UndoList,
): ScopeContext {
  const { id } = manifest;
  const { invoke, noteChange } = parts;
  const inNameOf =
    (budgetMs?: number): Named =>
    (place, work) =>
    (...args) =>
      invoke(id, place, () => work(...args), budgetMs);
  const hostsOf = (plugin: PluginManifest | undefined): readonly string[] => plugin?.contributes.hosts?.redirect ?? [];
  return {
    parts,
    id,
    manifest,
    folder,
    assetsUrl: `${parts.homeUrl()}/wp-content/plugins/${id}/assets`,
    undo,
    keep(step) {
      noteChange();
      return undo.add(() => {
        noteChange();
        step();
      });
    },
    claim: (kind, name) => void undo.add(parts.claims.claim(kind, name, id, Object.keys(manifest.requiresPlugins))),
    redirectTarget: (location, owner = id) =>
      owner === id
        ? redirectTarget(location, parts.homeUrl(), hostsOf(manifest))
        : invoke(owner, 'redirect', () => redirectTarget(location, parts.homeUrl(), hostsOf(parts.manifestOf(owner)))),
    named: inNameOf(),
    briefly: inNameOf(BRIEF_MS),
    unhurried: inNameOf(Infinity),
  };
}
