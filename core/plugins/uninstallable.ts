import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, OptionsApi, PluginModule } from '../api/index.js';

/** The plugins that ran once and clean up when they are deleted, each with the name of its function. */
const OPTION = 'uninstall_plugins';
const FILES = ['uninstall.ts', 'uninstall.js', 'uninstall.mjs'] as const;

/** Who has something to do when it is deleted (`register_uninstall_hook`, `is_uninstallable_plugin`). */
export interface Uninstallable {
  all(): Promise<Record<string, string>>;
  /** Notes that a plugin which runs wants to be asked; asking for nothing takes it off the list. */
  note(id: string, uninstall: PluginModule['uninstall']): Promise<void>;
  forget(id: string): Promise<void>;
}

/** The list, kept in the option `uninstall_plugins` as WordPress keeps it. */
export function createUninstallable({ db, options }: { db: Database; options: OptionsApi }): Uninstallable {
  async function all(): Promise<Record<string, string>> {
    const stored = await options.getOption<unknown>(OPTION, {});
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Record<string, string>) : {};
  }
  /** Plugins start on several nodes at once, and none may be lost. */
  const change = (id: string, name: string | undefined): Promise<void> =>
    db.withLock(OPTION, async () => {
      await options.refresh();
      const { [id]: _before, ...rest } = await all();
      await options.updateOption(OPTION, name === undefined ? rest : { ...rest, [id]: name });
    });
  return {
    all,
    async note(id, uninstall) {
      const name = uninstall?.name;
      if ((await all())[id] !== name) await change(id, name);
    },
    async forget(id) {
      if (id in (await all())) await change(id, undefined);
    },
  };
}

/** A plugin's file for its removal, relative to its folder; it wins over the module's `uninstall` (`uninstall.php`). */
export function uninstallFile(folder: string): string | undefined {
  return FILES.find((file) => existsSync(join(folder, file)));
}
