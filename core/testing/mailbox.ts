import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type PostalMime from 'postal-mime';

/** An email sent by the site. */
export interface Email {
  readonly subject: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[];
}

/** The emails of a site under test, which are not delivered. */
export interface Mailbox {
  /** Returns all emails so far, oldest first. */
  all(): Promise<readonly Email[]>;
  /** Returns the emails to an address. */
  to(address: string): Promise<readonly Email[]>;
  /** Clears the emails so far. */
  clear(): Promise<void>;
}

const requireModule = createRequire(__filename);

/** @param folder folder in which the site stores its emails */
export function createMailbox(folder: string): Mailbox {
  let clearedCount = 0;

  async function files(): Promise<string[]> {
    const names = await readdir(folder).catch((): string[] => []);
    // The names begin with the time of writing.
    return names.filter((name) => name.endsWith('.eml')).sort();
  }

  async function all(): Promise<Email[]> {
    return Promise.all(
      (await files()).slice(clearedCount).map(async (name) => parseEmail(await readFile(join(folder, name)))),
    );
  }

  return {
    all,
    to: async (address) => (await all()).filter((email) => email.to.includes(address)),
    async clear() {
      clearedCount = (await files()).length;
    },
  };
}

async function parseEmail(source: Buffer): Promise<Email> {
  const { default: Parser } = requireModule('postal-mime') as { default: typeof PostalMime };
  const { subject = '', from, to = [], text = '', html = '', attachments } = await Parser.parse(source);
  return {
    subject,
    from: from?.address ?? '',
    to: to.map(({ address = '' }) => address),
    text,
    html,
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      bytes: new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content),
    })),
  };
}
