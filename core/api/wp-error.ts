/** Arbitrary data attached to an error; in REST responses `status` becomes the HTTP status. */
export type WpErrorData = unknown;

/**
 * An error as a return value, as in WordPress functions (`WP_Error`): one or more codes, each with messages and data.
 * Functions return it instead of throwing.
 * @since 0.1.0
 */
export class WpError {
  readonly errors = new Map<string, string[]>();
  private readonly data = new Map<string, WpErrorData[]>();

  constructor(code = '', message = '', data?: WpErrorData) {
    if (code !== '') this.add(code, message, data);
  }

  /** Adds a message, and optional data, to a code (`WP_Error::add`). */
  add(code: string, message: string, data?: WpErrorData): void {
    const messages = this.errors.get(code);
    if (messages) messages.push(message);
    else this.errors.set(code, [message]);
    if (data !== undefined && data !== '') this.addData(data, code);
  }

  /** Adds data to a code, by default the first one (`WP_Error::add_data`). */
  addData(data: WpErrorData, code: string = this.getErrorCode()): void {
    this.data.set(code, [...(this.data.get(code) ?? []), data]);
  }

  /** Returns all codes in insertion order (`WP_Error::get_error_codes`). */
  getErrorCodes(): string[] {
    return [...this.errors.keys()];
  }

  /** Returns the first code; empty if there is no error (`WP_Error::get_error_code`). */
  getErrorCode(): string {
    return this.getErrorCodes()[0] ?? '';
  }

  /** Returns the messages of a code, or all messages (`WP_Error::get_error_messages`). */
  getErrorMessages(code?: string): string[] {
    return code === undefined ? [...this.errors.values()].flat() : (this.errors.get(code) ?? []);
  }

  /** Returns the first message of a code, by default the first code (`WP_Error::get_error_message`). */
  getErrorMessage(code: string = this.getErrorCode()): string {
    return this.errors.get(code)?.[0] ?? '';
  }

  /** Returns the data most recently added to a code, by default the first code (`WP_Error::get_error_data`). */
  getErrorData(code: string = this.getErrorCode()): WpErrorData {
    return this.data.get(code)?.at(-1);
  }

  /** Returns all data of a code, by default the first code (`WP_Error::get_all_error_data`). */
  getAllErrorData(code: string = this.getErrorCode()): WpErrorData[] {
    return this.data.get(code) ?? [];
  }

  /** Whether there are any errors (`WP_Error::has_errors`). */
  hasErrors(): boolean {
    return this.errors.size > 0;
  }
}

/** Whether a value is a {@link WpError}. */
export function isWpError(value: unknown): value is WpError {
  return value instanceof WpError;
}
