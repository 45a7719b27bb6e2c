import type { AdminPage, Command, FrontRoute, Undo } from '../api/index.js';

/** Something a plugin registered, with the plugin's name; the host's own have an empty one. */
export interface Owned<T> {
  readonly owner: string;
  readonly value: T;
}

/** A list that plugins add to and that forgets what they take back. */
interface Registry<T> {
  add(owner: string, value: T): Undo;
  all(): readonly Owned<T>[];
}

function createRegistry<T>(): Registry<T> {
  let entries: readonly Owned<T>[] = [];
  return {
    add(owner, value) {
      const entry = { owner, value };
      entries = [...entries, entry];
      return () => {
        entries = entries.filter((other) => other !== entry);
      };
    },
    all: () => entries,
  };
}

/** What plugins add to pages, the admin and the command line. */
export interface Registries {
  readonly frontRoutes: Registry<FrontRoute>;
  readonly adminPages: Registry<AdminPage>;
  readonly commands: Registry<Command>;
}

export function createRegistries(): Registries {
  return { frontRoutes: createRegistry(), adminPages: createRegistry(), commands: createRegistry() };
}
