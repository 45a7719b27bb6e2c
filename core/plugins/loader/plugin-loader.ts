import { PlinthError, type PluginManifest, type PluginModule, type PluginScope } from '../../api/index.js';
import type { FoundPlugin } from '../manifest/discovery.js';
import { withBuiltInsRestored } from '../isolation/built-ins.js';
import type { Invoke } from '../isolation/invoke.js';
import { loadPluginModule, loadUninstallFile } from './module-loader.js';
import type { RunningPlugin } from '../state/plugin-status.js';
import { createUndoList, type UndoList } from '../state/undo-list.js';

interface PluginOpenerDeps {
  readonly invoke: Invoke;
  /** Folder of bundled modules. */
  readonly cache: string;
  createScope(manifest: PluginManifest, folder: string, undo: UndoList): PluginScope;
}

/** Loads the code of plugins without starting it. */
export interface PluginOpener {
  open(found: FoundPlugin): Promise<RunningPlugin>;
  /** Loads only a plugin's uninstall file, so that a plugin that no longer loads can still clean up. */
  openUninstall(found: FoundPlugin, file: string): Promise<RunningPlugin>;
  /** Opens the code that ran before again, with a new scope. */
  reopen(found: FoundPlugin, before: RunningPlugin): Promise<RunningPlugin>;
}

export function createPluginOpener({ invoke, cache, createScope }: PluginOpenerDeps): PluginOpener {
  async function openPlugin(
    found: FoundPlugin,
    load: (manifest: PluginManifest) => Promise<PluginModule>,
  ): Promise<RunningPlugin> {
    if (!found.manifest)
      throw found.error ?? new PlinthError('plugin_manifest_not_found', `The plugin "${found.id}" has no plugin.json.`);
    const { manifest, folder } = found;
    const undo = createUndoList();
    const module = await invoke(manifest.id, 'import', () =>
      withBuiltInsRestored(invoke, manifest.id, 'import', () => load(manifest)),
    );
    return { manifest, folder, module, undoList: undo, scope: createScope(manifest, folder, undo) };
  }

  return {
    open: (found) => openPlugin(found, (manifest) => loadPluginModule(manifest, found.folder, cache)),
    openUninstall: (found, file) =>
      openPlugin(found, async (manifest) => ({
        uninstall: await loadUninstallFile(manifest, found.folder, file, cache),
      })),
    reopen: (found, { manifest, module }) => openPlugin({ ...found, manifest }, () => Promise.resolve(module)),
  };
}
