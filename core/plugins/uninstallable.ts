import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginModule } from '../api/index.js';
import type { PluginNotes } from './plugin-option.js';

const FILES = ['uninstall.ts', 'uninstall.js', 'uninstall.mjs'] as const;

/** Who has something to do when it is deleted (`register_uninstall_hook`, `is_uninstallable_plugin`). */
export interface Uninstallable {
  /** The plugins that ran once and clean up when they are deleted, each with the name of its function. */
  all(): Promise<Readonly<Record<string, string>>>;
  /** Notes that a plugin which runs wants to be asked; asking for nothing takes it off the list. */
  note(id: string, uninstall: PluginModule['uninstall']): Promise<void>;
  forget(id: string): Promise<void>;
}

/** The list, kept in the option `uninstall_plugins` as WordPress keeps it. */
export function createUninstallable(notes: PluginNotes<string>): Uninstallable {
  return {
    all: notes.all,
    async note(id, uninstall) {
      const name = uninstall?.name;
      if ((await notes.all())[id] !== name) await notes.set(id, name);
    },
    async forget(id) {
      if (id in (await notes.all())) await notes.set(id, undefined);
    },
  };
}

/** A plugin's file for its removal, relative to its folder; it wins over the module's `uninstall` (`uninstall.php`). */
export function uninstallFile(folder: string): string | undefined {
  return FILES.find((file) => existsSync(join(folder, file)));
}
