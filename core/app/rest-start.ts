import { andThen, type AnyCallback, type MaybePromise } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import type { Rest } from '../rest/index.js';
import type { WpV2 } from '../rest/wp-v2/index.js';

interface RestStartDeps {
  readonly hooks: Pick<Hooks, 'names' | 'listeners'>;
  readonly rest: Pick<Rest, 'begin'>;
  readonly wpV2: WpV2;
  /** Changes whenever a plugin registers something, or does not any more. */
  changes(): number;
}

/** Hooks that are heard when the routes are made. WordPress makes them for each request, a site that keeps running when their listeners are others. */
const SHAPING = /^rest_(?:api_init|endpoints|\w+_item_schema|\w+_collection_params)$/;

/**
 * Has the REST server go to work, and again when those who shape it have changed.
 * @returns waits for it; before each request, and free when nothing has changed
 */
export function startRest({ hooks, rest, wpV2, changes }: RestStartDeps): () => MaybePromise<void> {
  const shapers = (): AnyCallback[] =>
    hooks
      .names()
      .filter((name) => SHAPING.test(name))
      .flatMap((name) => hooks.listeners(name).map(({ callback }) => callback));
  let heard = shapers();
  let seen = changes();
  let begun: MaybePromise<void>;
  begun = begin();

  function begin(): MaybePromise<void> {
    return andThen(rest.begin(), () => {
      begun = undefined;
      // What they have registered meanwhile is nothing new.
      seen = changes();
    });
  }

  return () => {
    if (begun || changes() === seen) return begun;
    seen = changes();
    const now = shapers();
    if (now.length === heard.length && now.every((callback, index) => callback === heard[index])) return undefined;
    heard = now;
    wpV2.renew();
    begun = begin();
    return begun;
  };
}
