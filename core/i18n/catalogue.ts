import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as GettextParser from 'gettext-parser';

/** Tannin's form of a catalogue: `''` holds the headers, every other key a message with its forms. */
export type Messages = Record<string, string[] | Record<string, string>>;

/** Between a context and its text, in the key of a message. */
export const CONTEXT = '\u0004';

/** `pl_PL.po`, or with the text domain in front as WordPress names them: `store-pl_PL.po`. */
const FILE_NAME = /^(?:[\w-]+-)?([a-z]{2,3}_[A-Z]{2})\.po$/;

const load = createRequire(__filename);
/** Read for a catalogue that is new. */
const gettextParser = (): typeof GettextParser => load('gettext-parser') as typeof GettextParser;

/**
 * Reads the catalogues of a folder, by locale; a folder that is absent holds none.
 * @param cache where parsed catalogues are kept from start to start; without it they are not
 */
export function readCatalogues(folder: string, cache?: string): Map<string, Messages> {
  const catalogues = new Map<string, Messages>();
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return catalogues;
  }
  for (const file of files) {
    const locale = FILE_NAME.exec(file)?.[1];
    if (locale !== undefined)
      catalogues.set(locale, {
        ...catalogues.get(locale),
        ...catalogueOf(readFileSync(join(folder, file), 'utf8'), cache),
      });
  }
  return catalogues;
}

/** Catalogues by the hash of their text: the sites of one process have most of them in common, and parsing takes longest. */
const parsed = new Map<string, Messages>();
/** Goes up when what is kept of a text changes. */
const FORM = 1;

function catalogueOf(source: string, cache: string | undefined): Messages {
  const hash = createHash('sha256').update(`${FORM}\0`).update(source).digest('hex').slice(0, 20);
  let messages = parsed.get(hash);
  if (!messages)
    parsed.set(
      hash,
      (messages = cache === undefined ? parseCatalogue(source) : cachedCatalogue(source, join(cache, `${hash}.json`))),
    );
  return messages;
}

/** A catalogue as an earlier start parsed it, whose file is named after its content. */
function cachedCatalogue(source: string, file: string): Messages {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Messages;
  } catch {
    const messages = parseCatalogue(source);
    keep(file, JSON.stringify(messages));
    return messages;
  }
}

function keep(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch {
    // Where nothing may be written, each start parses.
  }
}

/** Parses a gettext catalogue; messages without a translation are left out. */
function parseCatalogue(source: string): Messages {
  const { headers, translations } = gettextParser().po.parse(Buffer.from(source));
  const messages: Messages = { '': headers };
  for (const [context, entries] of Object.entries(translations)) {
    for (const [id, entry] of Object.entries(entries)) {
      if (id === '' || entry.msgstr.every((form) => form === '')) continue;
      messages[context === '' ? id : `${context}${CONTEXT}${id}`] = entry.msgstr;
    }
  }
  return messages;
}
