import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** Number of hexadecimal digits of a SHA-256, which is stored in the zip comment at the very end of a backup. */
const HASH_LENGTH = 64;
/** Placeholder until the hash is known. */
export const BLANK_SIGNATURE = '0'.repeat(HASH_LENGTH);

/** Passes bytes through and replaces the blank signature at the end with the hash of all bytes before it. */
export function createSigner(): Transform {
  const hash = createHash('sha256');
  let tail = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
      const output = bytes.subarray(0, Math.max(0, bytes.length - HASH_LENGTH));
      // A copy, so that the passed-on buffer can be freed.
      tail = Buffer.from(bytes.subarray(output.length));
      hash.update(output);
      done(null, output.length > 0 ? output : undefined);
    },
    flush(done) {
      done(null, hash.digest('hex'));
    },
  });
}

/** Whether a file ends with the hash of everything before it, which proves that no byte has changed. */
export async function isSigned(file: string, onBytes?: (bytes: number) => void): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size <= HASH_LENGTH) return false;
    const written = Buffer.alloc(HASH_LENGTH);
    await handle.read(written, 0, HASH_LENGTH, size - HASH_LENGTH);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, {
      end: size - HASH_LENGTH - 1,
      highWaterMark: 1 << 20,
    }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      onBytes?.(chunk.length);
    }
    return hash.digest('hex') === written.toString('latin1');
  } finally {
    await handle.close();
  }
}
