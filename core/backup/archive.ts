import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { type Readable, type Writable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Yazl from 'yazl';
import { MANIFEST, type MemberRecord } from './manifest.js';
import { BLANK_SIGNATURE, sign } from './digest.js';

/** Counts and digests what passes. */
interface Meter {
  readonly stream: Transform;
  /** Of all that passed; to be asked once, at the end. */
  record(): MemberRecord;
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

/** A backup while it is written: a zip, member by member, none of them ever whole in memory. */
export interface Archive {
  /** Adds one member and waits until it is written. */
  add(name: string, source: Readable): Promise<MemberRecord>;
  /** Ends it with its manifest and its seal. */
  finish(manifest: string): Promise<void>;
  /** Gives it up. */
  abandon(error: Error): Promise<void>;
}

const load = createRequire(__filename);
/** Read with the first backup. */
const yazl = (): typeof Yazl => load('yazl') as typeof Yazl;

/** What packing makes no smaller. */
const PACKED = /\.(?:jpe?g|png|gif|webp|avif|mp[34]|webm|zip|gz|pdf|woff2?)$/i;

/** Begins a backup. @param sink where its bytes go; what it fails with is what every function here fails with */
export function createArchive(sink: Writable, mtime: Date): Archive {
  const zip = new (yazl().ZipFile)();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const written = pipeline(output, sign(), sink);
  // Whoever adds or finishes learns of it.
  written.catch(() => undefined);

  return {
    async add(name, source) {
      const { stream, record } = createMeter();
      zip.addReadStream(stream, name, { mtime, mode: 0o100600, compress: !PACKED.test(name) });
      const failed = written.then(() => Promise.reject(new Error('The backup ended early.')));
      try {
        await Promise.race([pipeline(source, stream), failed]);
      } catch (error) {
        source.destroy();
        stream.destroy();
        throw error;
      }
      return record();
    },
    async finish(manifest) {
      zip.addBuffer(Buffer.from(manifest), MANIFEST, { mtime, mode: 0o100600 });
      zip.end({ forceZip64Format: false, comment: BLANK_SIGNATURE });
      await written;
    },
    async abandon(error) {
      output.destroy(error);
      await written.catch(() => undefined);
    },
  };
}
