import type { MaybePromise, PluginScope } from 'plinth';

/**
 * What others who ask for the same in the same language get as well, as long as nothing of it is written. Prices may be somebody's own. Pages are made anew: what stands
 * in them brings styles along, which nobody would bring otherwise.
 */
export function oncePerUser<T>(scope: Pick<PluginScope, 'remember' | 'locale' | 'getCurrentUserId' | 'currentRequest'>, what: string, parts: readonly unknown[], make: () => Promise<T>): MaybePromise<T> {
  if (scope.currentRequest()) return make();
  return scope.remember(`facet:${what}:${JSON.stringify([scope.locale(), scope.getCurrentUserId(), parts])}`, make);
}
