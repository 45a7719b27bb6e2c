import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type PostalMime from 'postal-mime';
import { type Database, type OptionsApi, toUtcString } from '../api/index.js';

/** The option that says how many days letters are kept, and what it is before somebody decides. */
export const MAIL_DAYS = { option: 'mail_days', usual: 365, max: 3650 } as const;

/** What becomes of letters after they went out: the files of the mail folder, and the log. */
export interface KeptEmails {
  /** Days that they are kept. */
  days(): Promise<number>;
  /** Lets go of those that are older. Running it twice, or on two nodes at once, harms nothing. */
  prune(): Promise<{ readonly emails: number; readonly files: number }>;
  /** Removes the files of letters that name an address, in their head or their text; the log is its own. @returns how many */
  forget(email: string): Promise<number>;
}

interface KeptEmailsDeps {
  readonly db: Database;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const DAY_MS = 86_400_000;
const ENDING = '.eml';

const load = createRequire(__filename);
/** Read when somebody wants to be forgotten. */
const postalMime = (): typeof PostalMime => (load('postal-mime') as { default: typeof PostalMime }).default;

/** How the name of a file begins that was written at a moment. */
export function fileMoment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[:.]/g, '-');
}

/** Whether a letter goes to an address, comes from it, or speaks of it. */
async function names(source: string, address: string): Promise<boolean> {
  const { headers, text = '', html = '' } = await postalMime().parse(source);
  return [...headers.map(({ value }) => value), text, html].some((part) => part.toLowerCase().includes(address));
}

export function createKeptEmails({ db, options, folder, now = Date.now }: KeptEmailsDeps): KeptEmails {
  const files = async (): Promise<string[]> =>
    (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith(ENDING));
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true });

  async function days(): Promise<number> {
    const stored = Number(await options.getOption<unknown>(MAIL_DAYS.option, MAIL_DAYS.usual));
    return Number.isInteger(stored) && stored > 0 ? stored : MAIL_DAYS.usual;
  }

  return {
    days,
    async prune() {
      const limit = now() - (await days()) * DAY_MS;
      // A name begins with the moment it was written, so that files are found too whose row is gone.
      const old = (await files()).filter((name) => name < fileMoment(limit));
      for (const name of old) await remove(name);
      return { emails: await db()('mail_log').where('at', '<', toUtcString(limit)).delete(), files: old.length };
    },
    async forget(email) {
      const address = email.trim().toLowerCase();
      let gone = 0;
      if (address === '') return gone;
      for (const name of await files()) {
        // Somebody else may have removed it meanwhile.
        const source = await readFile(join(folder, name), 'utf8').catch(() => '');
        if (source === '' || !(await names(source, address))) continue;
        await remove(name);
        await db()('mail_log').where({ file: name }).update({ file: '' });
        gone += 1;
      }
      return gone;
    },
  };
}
