import type { MaybePromise } from '../../api/index.js';

/**
 * Wraps a function that a plugin's callback put into a filter's value: it runs in the plugin's owner context and within
 * its timeout. If it fails or returns an invalid value, the error is attributed to the plugin and the caller gets
 * `otherwise`.
 */
export type Guard = <A extends unknown[], R>(
  work: (...args: A) => MaybePromise<R>,
  isRight: (value: unknown) => boolean,
  otherwise: R,
) => (...args: A) => Promise<R>;

/** Takes over a callback's return value with its functions guarded. */
export type Adopt = (value: unknown, guard: Guard) => unknown;

/** Objects whose functions need no guard: the host's own and those already guarded. */
const trusted = new WeakSet<object>();

/** Marks an object as the host's own; it stays unguarded however often plugins pass it on. */
export function markTrusted<T extends object>(entity: T): T {
  trusted.add(entity);
  return entity;
}

/** Returns how return values are taken over for a filter whose value contains functions that are called later. */
export function adoptionOf(name: string): Adopt | undefined {
  return name === 'wp_sitemaps_providers' ? adoptProviders : undefined;
}

interface Provider {
  subtypes(): MaybePromise<string[]>;
  entries(subtype: string, page: number): MaybePromise<object[]>;
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string');
const isEntries = (value: unknown): boolean => Array.isArray(value) && value.every(isEntry);

function isEntry(value: unknown): boolean {
  const { loc, lastmod } = (value ?? {}) as { loc?: unknown; lastmod?: unknown };
  return typeof loc === 'string' && (lastmod === undefined || typeof lastmod === 'string');
}

function adoptProviders(value: unknown, guard: Guard): unknown {
  const adopt = (provider: Provider): Provider =>
    trusted.has(provider)
      ? provider
      : markTrusted({
          subtypes: guard(() => provider.subtypes(), isTexts, []),
          entries: guard((subtype, page) => provider.entries(subtype, page), isEntries, []),
        });
  return Object.fromEntries(
    Object.entries(value as Record<string, Provider>).map(([name, provider]) => [name, adopt(provider)]),
  );
}
