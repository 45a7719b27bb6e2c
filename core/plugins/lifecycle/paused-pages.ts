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
  /**
   * Returns the error `plugin_paused` for a REST route of an active plugin that does not run: one in a namespace that
   * the plugin used at its last start, or that begins with its name.
   */
  pausedRestRoute(path: string): PlinthError | undefined;
}

/** The REST namespaces are stored as paths, like pages. */
const REST_PREFIX = '/wp-json/';

export function createPausedPages(
  notes: PluginNotes<readonly string[]>,
  pathsOf: (id: string) => readonly string[],
): PausedPages {
  let routes: readonly OwnedEntry<FrontRoute>[] = [];
  let namespaces: readonly { readonly id: string; readonly start: string }[] = [];
  return {
    async note(id) {
      const paths = pathsOf(id).filter(hasFixedStart).sort();
      const known = (await notes.all())[id] ?? [];
      if (known.join() !== paths.join()) await notes.set(id, paths.length === 0 ? undefined : paths);
    },
    async load(ids) {
      const known = ids.length === 0 ? {} : await notes.all();
      const paths = ids.flatMap((id) => (known[id] ?? []).map((path) => ({ id, path })));
      routes = paths
        .filter(({ path }) => !path.startsWith(REST_PREFIX))
        .map(({ id, path }) => ({ owner: id, value: pausedRoute(id, path) }));
      namespaces = [
        // Routes registered in `rest_api_init` are not known at the start.
        ...ids.map((id) => ({ id, start: `/${id}/` })),
        ...paths
          .filter(({ path }) => path.startsWith(REST_PREFIX))
          .map(({ id, path }) => ({ id, start: `/${path.slice(REST_PREFIX.length)}/` })),
      ];
    },
    routes: () => routes,
    pausedRestRoute(path) {
      const paused = namespaces.find(({ start }) => `${path}/`.startsWith(start));
      return paused && pausedError(paused.id);
    },
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
      throw pausedError(id);
    },
  };
}

function pausedError(id: string): PlinthError {
  return new PlinthError('plugin_paused', `The plugin "${id}" is paused.`, {
    hint: 'Open Plugins, read the error, then update or deactivate the plugin.',
    status: 503,
    kind: 'outage',
  });
}
