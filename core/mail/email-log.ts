import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type PostalMime from 'postal-mime';
import { type Database, type OptionsApi, toUtcString } from '../api/index.js';

/** The option for the number of days for which emails are stored, with its default and maximum. */
export const EMAIL_DAYS = { option: 'mail_days', usual: 365, max: 3650 } as const;

/** The sent emails: their files in the mail folder, and their rows in the log. */
export interface EmailLog {
  /** Returns the number of days for which emails are stored. */
  days(): Promise<number>;
  /** Deletes older emails. It may run twice, or on two nodes at the same time. */
  prune(): Promise<{ readonly emails: number; readonly files: number }>;
  /**
   * Deletes the files of emails that contain an address in their headers or text. The rows in the log remain.
   * @returns the number of deleted files
   */
  deleteByEmail(email: string): Promise<number>;
}

interface EmailLogDeps {
  readonly db: Database;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly folder: string;
  /** Returns the current Unix time in milliseconds. */
  readonly now?: () => number;
}

const DAY_MS = 86_400_000;
const EXTENSION = '.eml';

const requireModule = createRequire(__filename);
/** Loads the library with the first erasure request. */
const loadPostalMime = (): typeof PostalMime =>
  (requireModule('postal-mime') as { default: typeof PostalMime }).default;

/** Returns the start of the name of a file that is written at the given time. */
export function fileNamePrefix(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[:.]/g, '-');
}

/** Whether an email contains an address in its headers or text. */
async function mentionsAddress(source: string, address: string): Promise<boolean> {
  const { headers, text = '', html = '' } = await loadPostalMime().parse(source);
  return [...headers.map(({ value }) => value), text, html].some((part) => part.toLowerCase().includes(address));
}

export function createEmailLog({ db, options, folder, now = Date.now }: EmailLogDeps): EmailLog {
  const listFiles = async (): Promise<string[]> =>
    (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith(EXTENSION));
  const deleteFile = (name: string): Promise<void> => rm(join(folder, name), { force: true });

  async function days(): Promise<number> {
    const stored = Number(await options.getOption<unknown>(EMAIL_DAYS.option, EMAIL_DAYS.usual));
    return Number.isInteger(stored) && stored > 0 ? stored : EMAIL_DAYS.usual;
  }

  return {
    days,
    async prune() {
      const limit = now() - (await days()) * DAY_MS;
      // The name of a file starts with the time when it was written, so files without a row in the log are found too.
      const old = (await listFiles()).filter((name) => name < fileNamePrefix(limit));
      for (const name of old) await deleteFile(name);
      return { emails: await db()('mail_log').where('at', '<', toUtcString(limit)).delete(), files: old.length };
    },
    async deleteByEmail(email) {
      const address = email.trim().toLowerCase();
      let removed = 0;
      if (address === '') return removed;
      for (const name of await listFiles()) {
        // Another process may have deleted the file in the meantime.
        const source = await readFile(join(folder, name), 'utf8').catch(() => '');
        if (source === '' || !(await mentionsAddress(source, address))) continue;
        await deleteFile(name);
        await db()('mail_log').where({ file: name }).update({ file: '' });
        removed += 1;
      }
      return removed;
    },
  };
}
