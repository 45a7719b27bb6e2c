/** What an answer was made of, noted while it is made, so that somebody who keeps it knows how long it holds. */
export interface Reading {
  /** The generations of what was read of the database. */
  readonly generations: Set<string>;
  /** What was asked of the request besides its address, such as `cookie seen`, and what it said. */
  readonly asked: Map<string, string>;
  /** Milliseconds since 1970 until which it holds. */
  until: number;
  /** Why it holds for this one request alone; empty when it does not. */
  once: string;
}
