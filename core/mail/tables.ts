/** An email as listed in the admin. */
export interface MailRecord {
  readonly id: number;
  readonly at: string;
  readonly recipients: string;
  readonly subject: string;
  /** `sent` by the server, `filed` in the mail folder, `failed` temporarily, or permanently `refused` by the server. */
  readonly state: 'sent' | 'filed' | 'failed' | 'refused';
  /** The server's message; for a sent email, its rejected recipients. */
  readonly error: string;
  /** The file name, when filed. */
  readonly file: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    mail_log: MailRecord;
  }
}
