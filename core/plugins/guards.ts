import type { PluginManifest } from '../api/index.js';
import type { PluginNotes } from './plugin-notes.js';

/** What the plugins that are switched on protect, also those whose folder can no longer be read. */
interface Guards {
  /** Notes what a plugin that runs protects. */
  note(manifest: PluginManifest): Promise<void>;
  /** Which of these plugins protect a thing. */
  of(thing: string, ids: readonly string[], manifests: ReadonlyMap<string, PluginManifest>): Promise<readonly string[]>;
}

export function createGuards(notes: PluginNotes<readonly string[]>): Guards {
  return {
    async note({ id, protects }) {
      const known = (await notes.all())[id] ?? [];
      if (known.join() !== protects.join()) await notes.set(id, protects.length === 0 ? undefined : protects);
    },
    async of(thing, ids, manifests) {
      const known = await notes.all();
      return ids.filter((id) => (manifests.get(id)?.protects ?? known[id] ?? []).includes(thing));
    },
  };
}
