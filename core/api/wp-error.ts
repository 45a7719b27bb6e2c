/** Arbitrary data that travels with an error; in REST answers `status` becomes the HTTP status. */
export type WpErrorData = unknown;

/**
 * An error as a value, the way WordPress functions report them (`WP_Error`): one or more codes,
 * each with messages and data. Functions return it instead of throwing.
 * @since 0.1.0
 */
export class WpError {
  readonly errors = new Map<string, string[]>();
  private readonly data = new Map<string, WpErrorData[]>();

  constructor(code = '', message = '', data?: WpErrorData) {
    if (code !== '') this.add(code, message, data);
  }

  /** Adds a message, and data if given, under a code. */
  add(code: string, message: string, data?: WpErrorData): void {
    const messages = this.errors.get(code);
    if (messages) messages.push(message);
    else this.errors.set(code, [message]);
    if (data !== undefined && data !== '') this.addData(data, code);
  }

  /** Adds data to a code, the first one when left out (`WP_Error::add_data`). */
  addData(data: WpErrorData, code: string = this.getErrorCode()): void {
    this.data.set(code, [...(this.data.get(code) ?? []), data]);
  }

  /** Every code, the first one first (`WP_Error::get_error_codes`). */
  getErrorCodes(): string[] {
    return [...this.errors.keys()];
  }

  /** The first code, empty when there is no error (`WP_Error::get_error_code`). */
  getErrorCode(): string {
    return this.getErrorCodes()[0] ?? '';
  }

  /** The messages of a code, or all (`WP_Error::get_error_messages`). */
  getErrorMessages(code?: string): string[] {
    return code === undefined ? [...this.errors.values()].flat() : (this.errors.get(code) ?? []);
  }

  /** The first message of a code (`WP_Error::get_error_message`). */
  getErrorMessage(code: string = this.getErrorCode()): string {
    return this.errors.get(code)?.[0] ?? '';
  }

  /** The data added last under a code, the first code when none is named. */
  getErrorData(code: string = this.getErrorCode()): WpErrorData {
    return this.data.get(code)?.at(-1);
  }

  /** All data of a code (`WP_Error::get_all_error_data`). */
  getAllErrorData(code: string = this.getErrorCode()): WpErrorData[] {
    return this.data.get(code) ?? [];
  }

  /** Whether there is any error (`WP_Error::has_errors`). */
  hasErrors(): boolean {
    return this.errors.size > 0;
  }
}

/** Whether a value is a {@link WpError}. */
export function isWpError(value: unknown): value is WpError {
  return value instanceof WpError;
}
