import type { MaybePromise } from './maybe-promise.js';

/** A file that goes with a letter. */
export interface MailAttachment {
  readonly filename: string;
  readonly content: string | Buffer;
  readonly contentType?: string;
}

/** A letter. Give a view and its data, or the finished text. */
export interface Mail {
  readonly to: string | readonly string[];
  /** A function is asked in the language of the letter. */
  readonly subject: string | (() => MaybePromise<string>);
  /** A view under `mail/`; rendered inside the mail layout, and once more as plain text. */
  readonly view?: string;
  /** A function is asked in the language of the letter. */
  readonly data?: Readonly<Record<string, unknown>> | (() => MaybePromise<Readonly<Record<string, unknown>>>);
  readonly text?: string;
  readonly html?: string;
  readonly replyTo?: string;
  readonly attachments?: readonly MailAttachment[];
  /**
   * More lines of its head, such as `List-Unsubscribe`; `From`, `To` and `Subject` are not taken from here.
   * @since 0.3.0
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The language it is written in; the running request's when absent. */
  readonly locale?: string;
  /**
   * What the sender calls the letter; `wp_mail_succeeded` and `wp_mail_failed` get it back with what became of the letter.
   * @since 0.2.0
   */
  readonly reference?: string;
  /**
   * Whether its sender needs it to arrive. Then what is not sent is thrown: `mail_refused`, when the server refuses it for good, with
   * the server's words in `details.words`, and `mail_not_sent`, when another try may help. A job that lets both pass is tried again after the second alone.
   * @since 0.2.0
   */
  readonly required?: boolean;
}
