import type { MaybePromise } from './maybe-promise.js';
import type { MetadataApi } from './metadata.js';
import type { RolesApi, UsersApi } from './users.js';

/** Methods of an interface as the host's own parts call them: each answers at once when what it asks for is in memory. */
export type AtOnce<Api, Names extends keyof Api> = {
  readonly [Name in Names]: Api[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => MaybePromise<Result>
    : never;
};

type AnyMethods = Record<string, (...args: never[]) => unknown>;
type Promised<Methods extends AnyMethods> = {
  readonly [Name in keyof Methods]: (...args: Parameters<Methods[Name]>) => Promise<Awaited<ReturnType<Methods[Name]>>>;
};

/** The same methods for plugins, which always get a promise. */
export function promised<Methods extends AnyMethods>(methods: Methods): Promised<Methods> {
  const entries = Object.entries(methods).map(([name, method]) => [name, async (...args: never[]) => method(...args)]);
  return Object.fromEntries(entries) as Promised<Methods>;
}

export type MetadataAtOnce = AtOnce<MetadataApi, 'getMetadata' | 'getPostMeta' | 'getUserMeta' | 'getTermMeta'>;
export type RolesAtOnce = AtOnce<RolesApi, 'userCapabilities' | 'userCan' | 'currentUserCan'> & {
  /** Whether the user of the current request has a capability, from memory alone; what cannot be said at once is no. */
  currentUserHas(capability: string | number): boolean;
  /** Reads what the user of the current request may do, so that {@link RolesAtOnce.currentUserHas} can say it. */
  knowCurrentUser(): MaybePromise<void>;
};
export type UsersAtOnce = AtOnce<UsersApi, 'getUserBy' | 'getUserdata'>;

/** Metadata as the host's own parts ask for it. */
export type SiteMetadata = MetadataApi & { readonly now: MetadataAtOnce };

/** Roles as the host's own parts ask for them. */
export type SiteRoles = RolesApi & { readonly now: RolesAtOnce };

/** Accounts as the host's own parts ask for them. */
export type SiteUsers = UsersApi & { readonly now: UsersAtOnce };
