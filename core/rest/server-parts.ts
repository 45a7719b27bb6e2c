import type { HookApi, RestApi, RestArg, RestSchema } from '../api/index.js';
import type { SchemaFormatting } from './schema/formats.js';
import type { RouteTable } from './routes.js';
import { omit } from './values.js';

/** Runs a plugin's code under its name; what it throws is recorded and then reaches the caller. */
export type Invoke = <T>(owner: string, place: string, work: () => T) => T;

/** What the REST server needs of the rest of the host. */
export interface RestDeps {
  hooks: HookApi;
  formatting: SchemaFormatting;
  invoke: Invoke;
  /** Whether a plugin listens to one of these hooks. */
  isHeard(names: readonly string[]): boolean;
  /** The plugin whose code runs now; empty for the host. */
  currentOwner(): string;
  /** The user of the running request; 0 for a visitor. */
  currentUserId(): number;
  /** The site's address without a slash at the end. */
  homeUrl(): string;
  /** What the index says about the site. */
  siteInfo(): Promise<Record<string, unknown>>;
  /** Told of everything that was thrown inside a request. */
  onError(error: unknown, place: string): void;
  /** Refuses routes without a permission callback, as it should; WordPress only complains. */
  strict?: boolean;
}

/** What the parts of the server share. */
export interface RestCore {
  readonly deps: RestDeps;
  readonly table: RouteTable;
  /** The server that filters get as their argument. */
  readonly api: RestApi;
}

/** The status that refuses a request: 401 for a visitor, 403 for somebody known (`rest_authorization_required_code`). */
export function authorizationRequiredCode(deps: Pick<RestDeps, 'currentUserId'>): 401 | 403 {
  return deps.currentUserId() > 0 ? 403 : 401;
}

/** The schema of an argument, without its callbacks. */
export function schemaOf(arg: RestArg): RestSchema {
  return omit(arg, 'sanitizeCallback', 'validateCallback');
}
