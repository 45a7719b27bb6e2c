import type { MaybePromise } from '../api/index.js';

/**
 * Has a function that a plugin's callback put into a filter's value called under the plugin's name and within its time. When it
 * fails, or answers with something that is not right, the plugin is named and the caller gets `otherwise`.
 */
export type Guard = <A extends unknown[], R>(
  work: (...args: A) => MaybePromise<R>,
  isRight: (answer: unknown) => boolean,
  otherwise: R,
) => (...args: A) => Promise<R>;

/** Takes over what a callback answered, with its functions guarded. */
export type Adopt = (answer: unknown, guard: Guard) => unknown;

/** Objects with functions that need no guard: the host's, and those that have one. */
const trusted = new WeakSet<object>();

/** Says that an object is the host's own; it stays as it is however often plugins hand it on. */
export function ours<T extends object>(thing: T): T {
  trusted.add(thing);
  return thing;
}

/** How the answers to a filter are taken over whose value holds functions that are called later. */
export function adoptionOf(name: string): Adopt | undefined {
  return name === 'wp_sitemaps_providers' ? adoptProviders : undefined;
}

interface Provider {
  subtypes(): MaybePromise<string[]>;
  entries(subtype: string, page: number): MaybePromise<object[]>;
}

const isTexts = (answer: unknown): boolean => Array.isArray(answer) && answer.every((one) => typeof one === 'string');
const isEntries = (answer: unknown): boolean => Array.isArray(answer) && answer.every(isEntry);

function isEntry(one: unknown): boolean {
  const { loc, lastmod } = (one ?? {}) as { loc?: unknown; lastmod?: unknown };
  return typeof loc === 'string' && (lastmod === undefined || typeof lastmod === 'string');
}

function adoptProviders(answer: unknown, guard: Guard): unknown {
  const adopt = (provider: Provider): Provider =>
    trusted.has(provider)
      ? provider
      : ours({
          subtypes: guard(() => provider.subtypes(), isTexts, []),
          entries: guard((subtype, page) => provider.entries(subtype, page), isEntries, []),
        });
  return Object.fromEntries(
    Object.entries(answer as Record<string, Provider>).map(([name, provider]) => [name, adopt(provider)]),
  );
}
