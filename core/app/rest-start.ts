import { type AnyCallback } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import type { Rest } from '../rest/index.js';
import type { WpV2 } from '../rest/wp-v2/index.js';

interface RestStartDeps {
  readonly hooks: Pick<Hooks, 'names' | 'listeners'>;
  readonly rest: Pick<Rest, 'begin'>;
  readonly wpV2: WpV2;
  /** Changes whenever a plugin registers or unregisters something. */
  changes(): number;
}

/**
 * Hooks that fire when the routes are created. WordPress creates them for each request; a long-running site, whenever
 * their listeners change.
 */
const INIT_HOOKS = /^rest_(?:api_init|endpoints|\w+_item_schema|\w+_collection_params)$/;

/**
 * Initializes the REST server, and again when the listeners that shape it have changed.
 * @returns a function to await before each request; it does nothing if nothing has changed
 */
export function startRest({ hooks, rest, wpV2, changes }: RestStartDeps): () => Promise<void> {
  const initListeners = (): AnyCallback[] =>
    hooks
      .names()
      .filter((name) => INIT_HOOKS.test(name))
      .flatMap((name) => hooks.listeners(name).map(({ callback }) => callback));
  let knownShapers = initListeners();
  let knownChanges = changes();
  let initialization: Promise<void> | undefined;
  initialization = initialize();

  async function initialize(): Promise<void> {
    await rest.begin();
    initialization = undefined;
    // Registrations made during initialization do not count as changes.
    knownChanges = changes();
  }

  return async () => {
    if (initialization || changes() === knownChanges) return initialization;
    knownChanges = changes();
    const currentListeners = initListeners();
    if (
      currentListeners.length === knownShapers.length &&
      currentListeners.every((callback, index) => callback === knownShapers[index])
    )
      return;
    knownShapers = currentListeners;
    wpV2.renew();
    initialization = initialize();
    await initialization;
  };
}
