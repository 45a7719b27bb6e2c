/** Stands before an entry into a plugin's code that failed: lets it be called, or not for a while. */
export interface Breaker {
  /** Whether the entry may be called now; once a pause is over, one call is let through to see whether it is well. */
  allows(): boolean;
  /** The entry did its work. */
  worked(): void;
}
