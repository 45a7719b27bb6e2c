import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginModule } from '../../api/index.js';
import type { PluginNotes } from '../state/plugin-option.js';

const UNINSTALL_FILES = ['uninstall.ts', 'uninstall.js', 'uninstall.mjs'] as const;

/** Plugins with cleanup code for their deletion (`register_uninstall_hook`, `is_uninstallable_plugin`). */
export interface Uninstallable {
  /** Returns the plugins that have run once and clean up when they are deleted, each with the name of its function. */
  all(): Promise<Readonly<Record<string, string>>>;
  /** Records whether a running plugin has cleanup code; undefined removes it from the list. */
  note(id: string, uninstall: PluginModule['uninstall']): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Creates the list, which is stored in the option `uninstall_plugins` as in WordPress. */
export function createUninstallable(notes: PluginNotes<string>): Uninstallable {
  return {
    all: notes.all,
    async note(id, uninstall) {
      const name = uninstall?.name;
      if ((await notes.all())[id] !== name) await notes.set(id, name);
    },
    async delete(id) {
      if (id in (await notes.all())) await notes.set(id, undefined);
    },
  };
}

/**
 * Returns a plugin's uninstall file, relative to its folder; it takes precedence over the module's `uninstall`
 * (`uninstall.php`).
 */
export function uninstallFile(folder: string): string | undefined {
  return UNINSTALL_FILES.find((file) => existsSync(join(folder, file)));
}
