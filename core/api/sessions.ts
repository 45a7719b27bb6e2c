/** A login session. Times are Unix seconds. */
export interface SessionInfo {
  /** Identifies the session; does not grant access to it. */
  readonly verifier: string;
  /** Time of the login. */
  readonly login: number;
  /** Time of the last use, accurate to five minutes. */
  readonly lastSeen: number;
  readonly expiration: number;
  readonly ip: string;
  /** User-Agent of the browser. */
  readonly ua: string;
  /** Whether this is the session of the current request. */
  readonly current: boolean;
  /** Data attached by plugins when the session was opened. */
  readonly attached?: Readonly<Record<string, unknown>>;
}

/**
 * Sessions of users (`WP_Session_Tokens`). Without a user ID, the user of the current request is used.
 * @since 0.1.0
 */
export interface SessionTokensApi {
  /** Returns the open sessions, most recently used first (`wp_get_all_sessions`). */
  wpGetAllSessions(userId?: number): Promise<SessionInfo[]>;
  /** Ends one session of a user; false if it does not exist. */
  wpDestroySession(verifier: string, userId?: number): Promise<boolean>;
  /** Ends the session of the current request (`wp_destroy_current_session`). */
  wpDestroyCurrentSession(): Promise<void>;
  /**
   * Ends all sessions of the current user except that of the current request, and returns their number
   * (`wp_destroy_other_sessions`).
   */
  wpDestroyOtherSessions(): Promise<number>;
  /** Ends all sessions of a user and returns their number (`wp_destroy_all_sessions`). */
  wpDestroyAllSessions(userId?: number): Promise<number>;
}
