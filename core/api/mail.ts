import type { MaybePromise } from './maybe-promise.js';

/** A file attached to an email. */
export interface MailAttachment {
  readonly filename: string;
  readonly content: string | Buffer;
  readonly contentType?: string;
}

/** An email. Provide a view with its data, or the rendered text. */
export interface Mail {
  readonly to: string | readonly string[];
  /** A function is called in the language of the email. */
  readonly subject: string | (() => MaybePromise<string>);
  /** View in `mail/`; rendered inside the email layout, and also as plain text. */
  readonly view?: string;
  /** A function is called in the language of the email. */
  readonly data?: Readonly<Record<string, unknown>> | (() => MaybePromise<Readonly<Record<string, unknown>>>);
  readonly text?: string;
  readonly html?: string;
  readonly replyTo?: string;
  readonly attachments?: readonly MailAttachment[];
  /**
   * Additional headers, such as `List-Unsubscribe`; `From`, `To` and `Subject` are ignored here.
   * @since 0.1.0
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Language of the email; defaults to that of the current request. */
  readonly locale?: string;
  /**
   * Identifier assigned by the caller; passed to `wp_mail_succeeded` and `wp_mail_failed` with the result.
   * @since 0.1.0
   */
  readonly reference?: string;
  /**
   * Whether a failed delivery throws: `mail_refused` for a permanent rejection by the server, with the server's message
   * in `details.response`, and `mail_not_sent` if a retry may succeed. A job that does not catch them is retried only
   * after the latter.
   * @since 0.1.0
   */
  readonly required?: boolean;
}
