import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { po } from 'gettext-parser';

/** Tannin's form of a catalogue: `''` holds the headers, every other key a message with its forms. */
export type Messages = Record<string, string[] | Record<string, string>>;

const CONTEXT = '\u0004';

/** `pl_PL.po`, or with the text domain in front as WordPress names them: `store-pl_PL.po`. */
const FILE_NAME = /^(?:[\w-]+-)?([a-z]{2,3}_[A-Z]{2})\.po$/;

/** Reads the catalogues of a folder, by locale; a folder that is absent holds none. */
export function readCatalogues(folder: string): Map<string, Messages> {
  const catalogues = new Map<string, Messages>();
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return catalogues;
  }
  for (const file of files) {
    const locale = FILE_NAME.exec(file)?.[1];
    if (locale !== undefined) catalogues.set(locale, { ...catalogues.get(locale), ...parseCatalogue(readFileSync(join(folder, file))) });
  }
  return catalogues;
}

/** Parses a gettext catalogue; messages without a translation are left out. */
function parseCatalogue(source: Buffer): Messages {
  const parsed = po.parse(source);
  const messages: Messages = { '': parsed.headers };
  for (const [context, entries] of Object.entries(parsed.translations)) {
    for (const [id, entry] of Object.entries(entries)) {
      if (id === '' || entry.msgstr.every((form) => form === '')) continue;
      messages[context === '' ? id : `${context}${CONTEXT}${id}`] = entry.msgstr;
    }
  }
  return messages;
}
