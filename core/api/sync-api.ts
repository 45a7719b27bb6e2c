import type { MaybePromise } from './maybe-promise.js';
import type { MetadataApi } from './metadata.js';
import type { RolesApi, UsersApi } from './users.js';

/** Methods of an interface as used inside the host: each returns synchronously if its data is in memory. */
export type AtOnce<Api, Names extends keyof Api> = {
  readonly [Name in Names]: Api[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => MaybePromise<Result>
    : never;
};

type AnyMethods = Record<string, (...args: never[]) => unknown>;
type AsyncMethods<Methods extends AnyMethods> = {
  readonly [Name in keyof Methods]: (...args: Parameters<Methods[Name]>) => Promise<Awaited<ReturnType<Methods[Name]>>>;
};

/** The same methods for plugins, which always return a promise. */
export function promised<Methods extends AnyMethods>(methods: Methods): AsyncMethods<Methods> {
  const entries = Object.entries(methods).map(([name, method]) => [name, async (...args: never[]) => method(...args)]);
  return Object.fromEntries(entries) as AsyncMethods<Methods>;
}

export type MetadataAtOnce = AtOnce<MetadataApi, 'getMetadata' | 'getPostMeta' | 'getUserMeta' | 'getTermMeta'>;
export type RolesAtOnce = AtOnce<RolesApi, 'userCapabilities' | 'userCan' | 'currentUserCan'> & {
  /** Whether the current user has a capability, using data in memory only; false if that is not sufficient. */
  currentUserHas(capability: string | number): boolean;
  /** Loads the capabilities of the current user so that {@link RolesAtOnce.currentUserHas} can return them. */
  knowCurrentUser(): MaybePromise<void>;
};
export type UsersAtOnce = AtOnce<UsersApi, 'getUserBy' | 'getUserdata'>;

/** Metadata functions as used inside the host. */
export type SiteMetadata = MetadataApi & { readonly now: MetadataAtOnce };

/** Role functions as used inside the host. */
export type SiteRoles = RolesApi & { readonly now: RolesAtOnce };

/** User functions as used inside the host. */
export type SiteUsers = UsersApi & { readonly now: UsersAtOnce };
