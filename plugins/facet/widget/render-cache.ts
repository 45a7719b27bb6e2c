import type { MaybePromise, PluginScope } from 'plinth';

type CacheScope = Pick<PluginScope, 'remember' | 'locale' | 'getCurrentUserId' | 'currentRequest'>;

/** As {@link oncePerUser}, but made anew in pages, for what may bring styles along, which nobody would bring otherwise. */
export function oncePerUserApart<T>(
  scope: CacheScope,
  what: string,
  parts: readonly unknown[],
  make: () => Promise<T>,
): MaybePromise<T> {
  return scope.currentRequest() ? make() : oncePerUser(scope, what, parts, make);
}

/** What others who ask for the same in the same language get as well, as long as nothing of it is written. Prices may be somebody's own. */
export function oncePerUser<T>(
  scope: Omit<CacheScope, 'currentRequest'>,
  what: string,
  parts: readonly unknown[],
  make: () => Promise<T>,
): MaybePromise<T> {
  return scope.remember(`facet:${what}:${JSON.stringify([scope.locale(), scope.getCurrentUserId(), parts])}`, make);
}

/** Numbers of things that stay the same while they last; within a process, they tell each from any other. */
const numbers = new WeakMap<object, number>();
let last = 0;

export function numberOf(thing: object): number {
  const number = numbers.get(thing) ?? ++last;
  numbers.set(thing, number);
  return number;
}

/** Whether a thing has a number already, and so is one that lasts. */
export const hasNumber = (thing: object): boolean => numbers.has(thing);
