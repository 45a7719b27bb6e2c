/** A session of somebody who signed in. Times are seconds since 1970. */
export interface SessionInfo {
  /** Names the session; it opens nothing. */
  readonly verifier: string;
  /** When somebody signed in. */
  readonly login: number;
  /** When it was used last, to five minutes. */
  readonly seen: number;
  readonly expiration: number;
  readonly ip: string;
  /** The browser's own words for itself. */
  readonly ua: string;
  /** Whether the running request came in it. */
  readonly current: boolean;
  /** What plugins attached to it when it was opened. */
  readonly attached?: Readonly<Record<string, unknown>>;
}

/**
 * Where people are signed in (`WP_Session_Tokens`). Without a user, the running request's is meant.
 * @since 0.2.0
 */
export interface SessionTokensApi {
  /** The sessions that are open, the one used last first (`wp_get_all_sessions`). */
  wpGetAllSessions(userId?: number): Promise<SessionInfo[]>;
  /** Ends one session of a user; false when there is none of that name. */
  wpDestroySession(verifier: string, userId?: number): Promise<boolean>;
  /** Ends the session of the running request (`wp_destroy_current_session`). */
  wpDestroyCurrentSession(): Promise<void>;
  /** Ends every session of the running request's user but its own; how many there were (`wp_destroy_other_sessions`). */
  wpDestroyOtherSessions(): Promise<number>;
  /** Ends every session of a user; how many there were (`wp_destroy_all_sessions`). */
  wpDestroyAllSessions(userId?: number): Promise<number>;
}
