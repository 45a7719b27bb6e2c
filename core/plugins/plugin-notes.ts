import type { Database, OptionsApi } from '../api/index.js';

/** Something that is kept for plugins by their ids, in one option. */
export interface PluginNotes<T> {
  all(): Promise<Readonly<Record<string, T>>>;
  /** Keeps a value for a plugin; undefined takes it off the list. */
  set(id: string, value: T | undefined): Promise<void>;
}

/** Plugins change on several nodes at once, and none of the changes may be lost. */
export function createPluginNotes<T>(
  { db, options }: { db: Database; options: OptionsApi },
  option: string,
): PluginNotes<T> {
  async function all(): Promise<Readonly<Record<string, T>>> {
    const stored = await options.getOption<unknown>(option, {});
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Record<string, T>) : {};
  }
  return {
    all,
    set: (id, value) =>
      db.withLock(option, async () => {
        await options.refresh();
        const { [id]: _before, ...rest } = await all();
        await options.updateOption(option, value === undefined ? rest : { ...rest, [id]: value });
      }),
  };
}
