/** Records what a response depends on while it is generated, so that a cache knows how long it is valid. */
export interface Dependencies {
  /** Table versions that were read from the database. */
  readonly tables: Set<string>;
  /** Request properties the response depends on besides the URL, such as `cookie seen`, with their values. */
  readonly requestProperties: Map<string, string>;
  /** Time until which the response is valid, in milliseconds since 1970. */
  expiresAt: number;
  /** Why the response is valid for this request only; empty if it is cacheable. */
  bypassReason: string;
}
