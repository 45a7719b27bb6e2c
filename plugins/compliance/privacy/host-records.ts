import type { PersonalDataErasers, PersonalDataExporters, PersonalDataItem, PluginScope } from 'plinth';
import { createSessionRecords } from './session-records.js';
import { isSpelling } from './spellings.js';

interface LoggedEmail {
  readonly id: number;
  readonly at: string;
  readonly recipients: string;
  readonly subject: string;
  readonly error: string;
}

const BATCH_SIZE = 100;

/** Adds the site's email log and open sessions to personal data requests. */
export function registerHostRecords(scope: Pick<PluginScope, 'addFilter' | '__' | 'db' | 'getUserBy'>): void {
  const { __ } = scope;

  async function listEmails(email: string, after = 0): Promise<LoggedEmail[]> {
    return scope
      .db()('mail_log')
      .where('id', '>', after)
      .whereRaw("lower(recipients) like ? escape '!'", [`%${email.toLowerCase().replace(/[!%_]/g, '!$&')}%`])
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select<LoggedEmail[]>();
  }
  /** Returns the other recipients of an email, whose addresses must be kept. */
  const getOtherRecipients = (email: string, { recipients }: LoggedEmail): string[] =>
    recipients
      .split(',')
      .map((recipient) => recipient.trim())
      .filter((recipient) => recipient !== '' && !isSpelling(email, recipient));
  const isTo = (email: string, { recipients }: LoggedEmail): boolean =>
    recipients.split(',').some((recipient) => isSpelling(email, recipient));

  async function listAllEmails(email: string): Promise<LoggedEmail[]> {
    const found: LoggedEmail[] = [];
    for (let after = 0; ;) {
      const rows = await listEmails(email, after);
      found.push(...rows.filter((row) => isTo(email, row)));
      const last = rows.at(-1);
      if (!last || rows.length < BATCH_SIZE) return found;
      after = last.id;
    }
  }

  const sessions = createSessionRecords(scope);
  scope.addFilter('wp_privacy_personal_data_exporters', (exporters): PersonalDataExporters => ({
    ...exporters,
    'mail-log': {
      exporter_friendly_name: __('Sent emails'),
      tables: ['mail_log'],
      async callback(email) {
        const data = (await listAllEmails(email)).map(({ id, at, subject }): PersonalDataItem => ({
          group_id: 'mail-log',
          group_label: __('Sent emails'),
          item_id: `email-${id}`,
          data: [
            { name: __('Time'), value: at },
            { name: __('To'), value: email },
            { name: __('Subject'), value: subject },
          ],
        }));
        return { data, done: true };
      },
    },
    sessions: {
      exporter_friendly_name: __('Active sessions'),
      tables: ['sessions'],
      callback: async (email) => ({ data: await sessions.export(email), done: true }),
    },
  }));
  scope.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
    ...erasers,
    'mail-log': {
      eraser_friendly_name: __('Sent emails'),
      tables: ['mail_log'],
      async callback(email) {
        const emails = await listAllEmails(email);
        // Mail server responses repeat the address, and a subject may name the recipient.
        for (const message of emails)
          await scope
            .db()('mail_log')
            .where({ id: message.id })
            .update({ recipients: getOtherRecipients(email, message).join(', '), subject: '', error: '' });
        return { items_removed: emails.length, items_retained: false, messages: [], done: true };
      },
    },
    sessions: {
      eraser_friendly_name: __('Active sessions'),
      tables: ['sessions'],
      callback: async (email) => ({
        items_removed: await sessions.erase(email),
        items_retained: false,
        messages: [],
        done: true,
      }),
    },
  }));
}
