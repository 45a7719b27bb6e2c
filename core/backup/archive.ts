import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { type Readable, type Writable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Yazl from 'yazl';
import { MANIFEST_FILE, type BackedUpFile } from './manifest.js';
import { BLANK_SIGNATURE, createSigner } from './digest.js';

/** Counts and hashes the bytes that pass through. */
interface Meter {
  readonly stream: Transform;
  /** Returns the totals; may be called once, at the end. */
  record(): BackedUpFile;
}

export function createMeter(onBytes?: (bytes: number) => void): Meter {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      onBytes?.(chunk.length);
      done(null, chunk);
    },
  });
  return { stream, record: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Writes a backup as a zip file, member by member, without holding a whole member in memory. */
export interface Archive {
  /** Adds a member and waits until it is written. */
  add(name: string, source: Readable): Promise<BackedUpFile>;
  /** Completes the backup with its manifest and its hash. */
  finish(manifest: string): Promise<void>;
  /** Aborts the backup. */
  abort(error: Error): Promise<void>;
}

const load = createRequire(__filename);
/** Loaded when the first backup is created. */
const yazl = (): typeof Yazl => load('yazl') as typeof Yazl;

/** File types that do not compress further. */
const COMPRESSED_TYPES = /\.(?:jpe?g|png|gif|webp|avif|mp[34]|webm|zip|gz|pdf|woff2?)$/i;

/**
 * Starts a backup.
 * @param sink destination of the bytes; its errors are thrown by all functions here
 */
export function createArchive(sink: Writable, mtime: Date): Archive {
  const zip = new (yazl().ZipFile)();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const writing = pipeline(output, createSigner(), sink);
  // The error is thrown by `add` or `finish`.
  writing.catch(() => undefined);

  return {
    async add(name, source) {
      const { stream, record } = createMeter();
      zip.addReadStream(stream, name, { mtime, mode: 0o100600, compress: !COMPRESSED_TYPES.test(name) });
      const failure = writing.then(() =>
        Promise.reject(new Error('The backup file was closed before all data was written.')),
      );
      try {
        await Promise.race([pipeline(source, stream), failure]);
      } catch (error) {
        source.destroy();
        stream.destroy();
        throw error;
      }
      return record();
    },
    async finish(manifest) {
      zip.addBuffer(Buffer.from(manifest), MANIFEST_FILE, { mtime, mode: 0o100600 });
      zip.end({ forceZip64Format: false, comment: BLANK_SIGNATURE });
      await writing;
    },
    async abort(error) {
      output.destroy(error);
      await writing.catch(() => undefined);
    },
  };
}
