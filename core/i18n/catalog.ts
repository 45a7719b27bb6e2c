import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as GettextParser from 'gettext-parser';

/** A catalog in Tannin's format: `''` contains the headers, and every other key a message with its translations. */
export type Messages = Record<string, string[] | Record<string, string>>;

/** Separator between a context and a text in the key of a message. */
export const CONTEXT = '\u0004';

/** Matches `pl_PL.po` and, as in WordPress, names with the text domain: `store-pl_PL.po`. */
const FILE_NAME = /^(?:[\w-]+-)?([a-z]{2,3}_[A-Z]{2})\.po$/;

const requireModule = createRequire(__filename);
/** Loads the parser only if a catalog is not cached. */
const loadGettextParser = (): typeof GettextParser => requireModule('gettext-parser') as typeof GettextParser;

/**
 * Reads the catalogs of a folder by locale; none if the folder does not exist.
 * @param cache folder for parsed catalogs, which later starts read; without it, they are parsed at each start
 */
export function readCatalogs(folder: string, cache?: string): Map<string, Messages> {
  const catalogs = new Map<string, Messages>();
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return catalogs;
  }
  for (const file of files) {
    const locale = FILE_NAME.exec(file)?.[1];
    if (locale !== undefined)
      catalogs.set(locale, {
        ...catalogs.get(locale),
        ...getCatalog(readFileSync(join(folder, file), 'utf8'), cache),
      });
  }
  return catalogs;
}

/** Parsed catalogs by the hash of their text. The sites of a process share most of them, and parsing is slow. */
const parsedCatalogs = new Map<string, Messages>();
/** Version of the format of cached catalogs. It must be increased when the format changes. */
const CACHE_VERSION = 1;

function getCatalog(source: string, cache: string | undefined): Messages {
  const hash = createHash('sha256').update(`${CACHE_VERSION}\0`).update(source).digest('hex').slice(0, 20);
  let messages = parsedCatalogs.get(hash);
  if (!messages)
    parsedCatalogs.set(
      hash,
      (messages = cache === undefined ? parseCatalog(source) : cachedCatalog(source, join(cache, `${hash}.json`))),
    );
  return messages;
}

/** Returns a catalog that was parsed before, from a cache file whose name is the hash of its text. */
function cachedCatalog(source: string, file: string): Messages {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Messages;
  } catch {
    const messages = parseCatalog(source);
    writeCache(file, JSON.stringify(messages));
    return messages;
  }
}

function writeCache(file: string, text: string): void {
  const temporaryFile = `${file}.${process.pid}`;
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(temporaryFile, text);
    renameSync(temporaryFile, file);
  } catch {
    // Without a writable cache, each start parses.
  }
}

/** Parses a gettext catalog. Messages without a translation are omitted. */
function parseCatalog(source: string): Messages {
  const { headers, translations } = loadGettextParser().po.parse(Buffer.from(source));
  const messages: Messages = { '': headers };
  for (const [context, entries] of Object.entries(translations)) {
    for (const [id, entry] of Object.entries(entries)) {
      if (id === '' || entry.msgstr.every((form) => form === '')) continue;
      messages[context === '' ? id : `${context}${CONTEXT}${id}`] = entry.msgstr;
    }
  }
  return messages;
}
