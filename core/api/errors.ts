/**
 * Kind of a failure. A `plugin_error` is caused by the plugin whose code ran; an `outage` by the database, a disk, a mail
 * server or the network; a `refusal` is a regular response to invalid input or a missing permission, or a finding
 * reported by a command. Only plugin errors count against a plugin.
 * @since 0.1.0
 */
export type FailureKind = 'plugin_error' | 'outage' | 'refusal';

/**
 * An actionable error of the host or a plugin: a stable code to search for, a message that describes what happened, and
 * a hint how to resolve it.
 * @since 0.1.0
 */
export class PlinthError extends Error {
  override readonly name = 'PlinthError';

  constructor(
    /** Stable code: lower case, separated by underscores; never reused with another meaning. */
    readonly code: string,
    message: string,
    options: {
      hint?: string;
      status?: number;
      kind?: FailureKind;
      final?: boolean;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint ?? '';
    this.status = options.status ?? 500;
    this.kind = options.kind ?? (this.status < 500 ? 'refusal' : 'plugin_error');
    this.final = options.final ?? false;
    this.details = options.details;
  }

  /** Hint how to resolve the error. */
  readonly hint: string;
  /** HTTP status of the page or REST response if the error is not caught. */
  readonly status: number;
  /** Cause of the error; defaults to a refusal for a status below 500. */
  readonly kind: FailureKind;
  /**
   * Whether a retry would fail as well; a job that throws such an error is not retried.
   * @since 0.1.0
   */
  readonly final: boolean;
  readonly details: Record<string, unknown> | undefined;
}
