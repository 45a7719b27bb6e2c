import type { MaybePromise } from './maybe-promise.js';

/** Methods of an interface as the host's own parts call them: each answers at once when what it asks for is in memory. */
export type AtOnce<Api, Names extends keyof Api> = {
  readonly [Name in Names]: Api[Name] extends (...args: infer Args) => Promise<infer Result> ? (...args: Args) => MaybePromise<Result> : never;
};

type AnyMethods = Record<string, (...args: never[]) => unknown>;
type Promised<Methods extends AnyMethods> = { readonly [Name in keyof Methods]: (...args: Parameters<Methods[Name]>) => Promise<Awaited<ReturnType<Methods[Name]>>> };

/** The same methods for plugins, which always get a promise. */
export function promised<Methods extends AnyMethods>(methods: Methods): Promised<Methods> {
  const entries = Object.entries(methods).map(([name, method]) => [name, async (...args: never[]) => method(...args)]);
  return Object.fromEntries(entries) as Promised<Methods>;
}
