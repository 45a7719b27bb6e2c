/**
 * What a failure is: a `fault` is the doing of the plugin whose code ran, an `outage` that of the database, a disk, a mail server or
 * the network, and a `refusal` is an answer: to bad input, for want of a permission, or that a command found something.
 * Only faults count against a plugin.
 * @since 0.2.0
 */
export type FailureKind = 'fault' | 'outage' | 'refusal';

/**
 * An error of the host or of a plugin that somebody can act on: a stable code to search for,
 * a sentence that says what happened and a sentence that says what to do about it.
 * @since 0.1.0
 */
export class PlinthError extends Error {
  override readonly name = 'PlinthError';

  constructor(
    /** Stable, lower-case, underscore-separated; never reused for another meaning. */
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
    this.kind = options.kind ?? (this.status < 500 ? 'refusal' : 'fault');
    this.final = options.final ?? false;
    this.details = options.details;
  }

  /** What the reader can do about it. */
  readonly hint: string;
  /** The HTTP status a page or REST answer takes when this error reaches the edge. */
  readonly status: number;
  /** Whose doing it is; a status below 500 refuses, unless the thrower says otherwise. */
  readonly kind: FailureKind;
  /**
   * Whether trying again would end alike: a job that throws it is laid aside at once.
   * @since 0.2.0
   */
  readonly final: boolean;
  readonly details: Record<string, unknown> | undefined;
}
