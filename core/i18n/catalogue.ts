import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as GettextParser from 'gettext-parser';

/** Tannin's format of a catalog: `''` contains the headers, every other key a message with its forms. */
export type Messages = Record<string, string[] | Record<string, string>>;

/** Separates a context from its text in the key of a message. */
export const CONTEXT = '\u0004';

/** `pl_PL.po`, or with the text domain as a prefix, as in WordPress: `store-pl_PL.po`. */
const FILE_NAME = /^(?:[\w-]+-)?([a-z]{2,3}_[A-Z]{2})\.po$/;

const load = createRequire(__filename);
/** Loaded only for a catalog that is not cached. */
const gettextParser = (): typeof GettextParser => load('gettext-parser') as typeof GettextParser;

/**
 * Reads the catalogs in a folder, by locale; a missing folder has none.
 * @param cache folder in which parsed catalogs are cached across starts; no caching without it
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

/** Catalogs by the hash of their text: the sites of one process share most of them, and parsing is the slowest step. */
const parsed = new Map<string, Messages>();
/** Version of the cached format; increased when it changes. */
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

/** Returns a catalog parsed at an earlier start, from a file named after its content hash. */
function cachedCatalogue(source: string, file: string): Messages {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Messages;
  } catch {
    const messages = parseCatalogue(source);
    writeCache(file, JSON.stringify(messages));
    return messages;
  }
}

function writeCache(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch {
    // Without a writable cache, each start parses.
  }
}

/** Parses a gettext catalog; messages without a translation are omitted. */
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
