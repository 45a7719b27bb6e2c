import { randomUUID } from 'node:crypto';
import type { Database, OptionsApi, PluginManifest } from '../../api/index.js';

/** Values stored for plugins by their ids, in one option. */
export interface PluginNotes<T> {
  all(): Promise<Readonly<Record<string, T>>>;
  /** Stores a value for a plugin; undefined removes it. */
  set(id: string, value: T | undefined): Promise<void>;
}

/** Creates the stored values. Several nodes may change them at the same time, and no change may be lost. */
export function createPluginNotes<T>(
  { db, options }: { db: Database; options: OptionsApi },
  option: string,
): PluginNotes<T> {
  async function all(): Promise<Readonly<Record<string, T>>> {
    const stored = await options.getOption<unknown>(option, {});
    const notes = Object.create(null) as Record<string, T>;
    // Without a prototype, because a plugin may be named "constructor".
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
      ? Object.assign(notes, stored)
      : notes;
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

/**
 * Expected revision of each plugin's folder: it changes whenever the folder is replaced, so that every process that
 * shares the folder restarts the plugin.
 */
export interface Revisions {
  all(): Promise<Readonly<Record<string, string>>>;
  renew(id: string): Promise<void>;
}

export function createRevisions(notes: PluginNotes<string>): Revisions {
  return { all: notes.all, renew: (id) => notes.set(id, randomUUID().slice(0, 8)) };
}

/** What plugins protect: active ones, even when their folder can no longer be read, and formerly active ones. */
export interface Guards {
  /** Returns what each plugin that has ever been active protects, until the plugin is deleted. */
  all(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Stores what a running plugin protects. */
  note(manifest: PluginManifest): Promise<void>;
  /** Returns which of these plugins protect an entity. */
  findProtecting(
    entity: string,
    ids: readonly string[],
    manifests: ReadonlyMap<string, PluginManifest>,
  ): Promise<readonly string[]>;
  delete(id: string): Promise<void>;
}

export function createGuards(notes: PluginNotes<readonly string[]>): Guards {
  return {
    all: notes.all,
    async note({ id, protects }) {
      const known = (await notes.all())[id] ?? [];
      if (known.join() !== protects.join()) await notes.set(id, protects.length === 0 ? undefined : protects);
    },
    async findProtecting(entity, ids, manifests) {
      const known = await notes.all();
      return ids.filter((id) => (manifests.get(id)?.protects ?? known[id] ?? []).includes(entity));
    },
    async delete(id) {
      if (id in (await notes.all())) await notes.set(id, undefined);
    },
  };
}
