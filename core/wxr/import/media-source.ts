import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { isWpError, PlinthError, type RemoteApi, WpError } from '../../api/index.js';
import { readContent, readZip, ZIP_LIMITS } from '../../zips/index.js';

/** Source of the old site's files. */
export interface MediaSource {
  /** @param url its URL there; the part after `uploads/` is its path in a folder */
  fetch(url: string): Promise<{ readonly name: string; readonly data: Buffer } | WpError>;
}

/** Maximum size of one file, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Timeout of a request to the old site, in seconds. */
const TIMEOUT_SECONDS = 30;
const MAX_ATTEMPTS = 3;
const MIB = 1024 * 1024;
/** A zip of uploads is larger than one of a plugin, and images do not compress further. */
const UPLOADS_ZIP = {
  ...ZIP_LIMITS,
  zipBytes: 512 * MIB,
  entries: 100_000,
  totalBytes: 2048 * MIB,
  fileBytes: MAX_BYTES,
};

const fileNameOf = (url: string): string => basename(decodedPath(url)) || 'file';

function decodedPath(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Returns the path of a file in the uploads folder: `2024/05/sea.jpg`. */
export function uploadPathOf(url: string): string {
  const path = decodedPath(url);
  const uploadsStart = path.lastIndexOf('/uploads/');
  return (uploadsStart < 0 ? basename(path) : path.slice(uploadsStart + '/uploads/'.length)).replace(/^\/+/, '');
}

/** Fetches files from the old site: within limits on time and size, and never from this machine or its network. */
export function fromOldSite(
  remote: Pick<RemoteApi, 'wpSafeRemoteGet'>,
  pause: (ms: number) => Promise<void>,
): MediaSource {
  return {
    async fetch(url) {
      let failure = new WpError('http_request_failed', 'A valid URL was not provided.');
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const response = await remote.wpSafeRemoteGet(url, { timeout: TIMEOUT_SECONDS, redirection: 5 });
        if (!isWpError(response)) {
          const { code, message } = response.response;
          if (code === 200)
            return response.bytes.length > MAX_BYTES
              ? new WpError('file_too_large', `${MAX_BYTES / MIB} MB`)
              : { name: fileNameOf(url), data: response.bytes };
          failure = new WpError('http_status', `${code} ${message}`.trim());
          // A missing or forbidden file is not retried.
          if (code < 500 && code !== 429) return failure;
        } else failure = response;
        if (attempt < MAX_ATTEMPTS) await pause(attempt * 1000);
      }
      return failure;
    },
  };
}

/** Reads files from a folder that is or contains a copy of `wp-content/uploads`. */
export async function fromFolder(folder: string): Promise<MediaSource> {
  const root = await realpath(folder);
  const bases = [root, join(root, 'uploads'), join(root, 'wp-content', 'uploads')];
  return {
    async fetch(url) {
      for (const base of bases) {
        const path = join(base, uploadPathOf(url));
        const real = await realpath(path).catch(() => '');
        // A link may point anywhere.
        if (!real.startsWith(root + sep)) continue;
        const { size } = await stat(real);
        return size > MAX_BYTES
          ? new WpError('file_too_large', `${MAX_BYTES / MIB} MB`)
          : { name: fileNameOf(url), data: await readFile(real) };
      }
      return new WpError('file_missing', uploadPathOf(url));
    },
  };
}

/**
 * Reads files from a zip of such a folder.
 * @throws PlinthError `media_not_readable`
 */
export async function fromZip(file: string): Promise<MediaSource> {
  const zip = await readFile(file).catch((cause: unknown) => {
    throw new PlinthError('media_not_readable', `${file} cannot be read.`, { hint: 'Check the path.', cause });
  });
  const files = new Map((await readZip(zip, UPLOADS_ZIP)).map((entry) => [entry.name, entry]));
  return {
    async fetch(url) {
      const path = uploadPathOf(url);
      const found = [path, `uploads/${path}`, `wp-content/uploads/${path}`]
        .map((name) => files.get(name))
        .find((candidate) => candidate !== undefined);
      return found ? { name: fileNameOf(url), data: await readContent(found) } : new WpError('file_missing', path);
    },
  };
}
