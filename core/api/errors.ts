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
    options: { cure?: string; status?: number; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.cure = options.cure ?? '';
    this.status = options.status ?? 500;
    this.details = options.details;
  }

  /** What the reader can do about it. */
  readonly cure: string;
  /** The HTTP status a page or REST answer takes when this error reaches the edge. */
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
}
