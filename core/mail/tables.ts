/** A letter as the admin lists it. */
export interface MailRecord {
  readonly id: number;
  readonly at: string;
  readonly recipients: string;
  readonly subject: string;
  /** `sent` by the server, `filed` into the mail folder, `failed` for now, or `refused` by the server for good. */
  readonly state: 'sent' | 'filed' | 'failed' | 'refused';
  /** What the server said, of a letter that was sent: of whom it left out. */
  readonly error: string;
  /** The name of the file, when filed. */
  readonly file: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    mail_log: MailRecord;
  }
}
