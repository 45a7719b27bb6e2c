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
    if (locale !== undefined) catalogues.set(locale, { ...catalogues.get(locale), ...catalogueOf(readFileSync(join(folder, file), 'utf8')) });
  }
  return catalogues;
}

/** Catalogues by their text: the sites of one process have most of them in common, and parsing takes longest. */
const parsed = new Map<string, Messages>();

function catalogueOf(source: string): Messages {
  let messages = parsed.get(source);
  if (!messages) parsed.set(source, (messages = parseCatalogue(source)));
  return messages;
}

/** Parses a gettext catalogue; messages without a translation are left out. */
function parseCatalogue(source: string): Messages {
  const { headers, translations } = po.parse(Buffer.from(source));
  const messages: Messages = { '': headers };
  for (const [context, entries] of Object.entries(translations)) {
    for (const [id, entry] of Object.entries(entries)) {
      if (id === '' || entry.msgstr.every((form) => form === '')) continue;
      messages[context === '' ? id : `${context}${CONTEXT}${id}`] = entry.msgstr;
    }
  }
  return messages;
}
