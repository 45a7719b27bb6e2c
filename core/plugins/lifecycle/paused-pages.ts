import { type FrontRoute, PlinthError } from '../../api/index.js';
import type { PluginNotes } from '../state/plugin-option.js';
import type { OwnedEntry } from '../scope/registries.js';

/** The pages of active plugins that do not run: they are temporarily unavailable, not gone. */
export interface PausedPages {
  /** Stores the pages of a running plugin. */
  note(id: string): Promise<void>;
  /** Loads the stored pages of active plugins that do not run. */
  load(ids: readonly string[]): Promise<void>;
  /** Returns routes that answer at their paths with 503. */
  routes(): readonly OwnedEntry<FrontRoute>[];
}

export function createPausedPages(
  notes: PluginNotes<readonly string[]>,
  pathsOf: (id: string) => readonly string[],
): PausedPages {
  let routes: readonly OwnedEntry<FrontRoute>[] = [];
  return {
    async note(id) {
      const paths = pathsOf(id).filter(hasFixedStart).sort();
      const known = (await notes.all())[id] ?? [];
      if (known.join() !== paths.join()) await notes.set(id, paths.length === 0 ? undefined : paths);
    },
    async load(ids) {
      const known = ids.length === 0 ? {} : await notes.all();
      routes = ids.flatMap((id) => (known[id] ?? []).map((path) => ({ owner: id, value: pausedRoute(id, path) })));
    },
    routes: () => routes,
  };
}

/**
 * Whether a path starts with a fixed segment; one that starts with a parameter may also match other pages, and is left
 * to them.
 */
function hasFixedStart(path: string): boolean {
  const [first = ''] = path.split('/').filter(Boolean);
  return first !== '' && !first.startsWith(':');
}

function pausedRoute(id: string, path: string): FrontRoute {
  return {
    path,
    handler() {
      throw new PlinthError('plugin_paused', `The plugin "${id}" is paused.`, {
        hint: 'Open Plugins, read the error, then update or deactivate the plugin.',
        status: 503,
        kind: 'outage',
      });
    },
  };
}
