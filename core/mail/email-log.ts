import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type PostalMime from 'postal-mime';
import { type Database, type OptionsApi, toUtcString } from '../api/index.js';

/** The option for the days that emails are stored, its default and its maximum. */
export const MAIL_DAYS = { option: 'mail_days', usual: 365, max: 3650 } as const;

/** Sent emails: the files of the mail folder, and the log. */
export interface EmailLog {
  /** Returns the days that they are stored. */
  days(): Promise<number>;
  /** Deletes older ones. Running it twice, or on two nodes at once, is safe. */
  prune(): Promise<{ readonly emails: number; readonly files: number }>;
  /**
   * Deletes the files of emails that contain an address in their headers or text; the log is separate.
   * @returns their number
   */
  deleteByEmail(email: string): Promise<number>;
}

interface EmailLogDeps {
  readonly db: Database;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const DAY_MS = 86_400_000;
const EXTENSION = '.eml';

const load = createRequire(__filename);
/** Loaded with the first erasure request. */
const postalMime = (): typeof PostalMime => (load('postal-mime') as { default: typeof PostalMime }).default;

/** Returns the prefix of the name of a file written at a given time. */
export function fileMoment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[:.]/g, '-');
}

/** Whether an email is sent to or from an address, or mentions it. */
async function names(source: string, address: string): Promise<boolean> {
  const { headers, text = '', html = '' } = await postalMime().parse(source);
  return [...headers.map(({ value }) => value), text, html].some((part) => part.toLowerCase().includes(address));
}

export function createEmailLog({ db, options, folder, now = Date.now }: EmailLogDeps): EmailLog {
  const files = async (): Promise<string[]> =>
    (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith(EXTENSION));
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true });

  async function days(): Promise<number> {
    const stored = Number(await options.getOption<unknown>(MAIL_DAYS.option, MAIL_DAYS.usual));
    return Number.isInteger(stored) && stored > 0 ? stored : MAIL_DAYS.usual;
  }

  return {
    days,
    async prune() {
      const limit = now() - (await days()) * DAY_MS;
      // A file name begins with the time it was written, so that files whose row is gone are found too.
      const old = (await files()).filter((name) => name < fileMoment(limit));
      for (const name of old) await remove(name);
      return { emails: await db()('mail_log').where('at', '<', toUtcString(limit)).delete(), files: old.length };
    },
    async deleteByEmail(email) {
      const address = email.trim().toLowerCase();
      let removed = 0;
      if (address === '') return removed;
      for (const name of await files()) {
        // Another process may have deleted it meanwhile.
        const source = await readFile(join(folder, name), 'utf8').catch(() => '');
        if (source === '' || !(await names(source, address))) continue;
        await remove(name);
        await db()('mail_log').where({ file: name }).update({ file: '' });
        removed += 1;
      }
      return removed;
    },
  };
}
