/** A row of `mail_log`: an email in the admin's list. */
export interface MailRecord {
  readonly id: number;
  readonly at: string;
  readonly recipients: string;
  readonly subject: string;
  /** `sent` to the server, `filed` in the mail folder, `failed` temporarily, or `refused` permanently by the server. */
  readonly state: 'sent' | 'filed' | 'failed' | 'refused';
  /** The server's message; for an email that was sent, its rejected recipients. */
  readonly error: string;
  /** Name of the file in the mail folder; empty if there is none. */
  readonly file: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    mail_log: MailRecord;
  }
}
