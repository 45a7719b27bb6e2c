import type { HookApi, RestApi, RestArg, RestSchema } from '../api/index.js';
import type { SchemaFormatting } from './schema/formats.js';
import type { RouteTable } from './routes.js';
import { omit } from './values.js';

/** Runs a plugin's code in its owner context; its errors are recorded and then reach the caller. */
export type Invoke = <T>(owner: string, entry: string, work: () => T) => T;

/** Dependencies of the REST server. */
export interface RestDeps {
  hooks: HookApi;
  formatting: SchemaFormatting;
  invoke: Invoke;
  /** Whether a plugin listens to one of these hooks. */
  hasListeners(names: readonly string[]): boolean;
  /** Returns the plugin whose code runs now; empty for the host. */
  currentOwner(): string;
  /** Returns the user of the running request; 0 for an anonymous visitor. */
  currentUserId(): number;
  /** Returns the site's URL without a trailing slash. */
  homeUrl(): string;
  /** Returns the description of the site in the index. */
  siteInfo(): Promise<Record<string, unknown>>;
  /** Called with every error thrown inside a request. */
  onError(error: unknown, entry: string): void;
  /** Returns why a path without a route is only temporarily unavailable; undefined if it does not exist. */
  routeOutage?(path: string): Error | undefined;
  /** Whether to refuse routes without a permission callback; WordPress only reports them. */
  strict?: boolean;
}

/** State shared by the parts of the server. */
export interface RestCore {
  readonly deps: RestDeps;
  readonly table: RouteTable;
  /** The server passed to filters as their argument. */
  readonly api: RestApi;
}

/**
 * Returns the status of a refusal: 401 for an anonymous visitor, 403 for a logged-in user
 * (`rest_authorization_required_code`).
 */
export function authorizationRequiredCode(deps: Pick<RestDeps, 'currentUserId'>): 401 | 403 {
  return deps.currentUserId() > 0 ? 403 : 401;
}

/** Returns the schema of an argument, without its callbacks. */
export function schemaOf(arg: RestArg): RestSchema {
  return omit(arg, 'sanitizeCallback', 'validateCallback');
}
