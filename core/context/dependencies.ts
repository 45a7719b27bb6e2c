/** What a response depends on, recorded while it is generated. A cache uses this to know how long it is valid. */
export interface Dependencies {
  /** Names of the tables whose versions were read from the database. */
  readonly tables: Set<string>;
  /** Request properties the response depends on besides the URL, such as `cookie seen`, with their values. */
  readonly requestProperties: Map<string, string>;
  /** Unix time in milliseconds until which the response is valid. */
  expiresAt: number;
  /** Why the response must not be cached; empty if it may be cached. */
  bypassReason: string;
}
