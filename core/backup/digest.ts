import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** Hexadecimal digits of SHA-256, at the very end of a backup: the zip's comment. */
const DIGITS = 64;
/** Stands there until the digest is known. */
export const BLANK_SIGNATURE = '0'.repeat(DIGITS);

/** Passes bytes on, and puts the digest of all of them in the place of the blank seal that they end with. */
export function sign(): Transform {
  const hash = createHash('sha256');
  let kept = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
      const out = bytes.subarray(0, Math.max(0, bytes.length - DIGITS));
      // A copy, so that what was passed on can be freed.
      kept = Buffer.from(bytes.subarray(out.length));
      hash.update(out);
      done(null, out.length > 0 ? out : undefined);
    },
    flush(done) {
      done(null, hash.digest('hex'));
    },
  });
}

/** Whether a file ends with the digest of everything before: not a byte of it is another one than was written. */
export async function isSigned(file: string, onBytes?: (bytes: number) => void): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size <= DIGITS) return false;
    const written = Buffer.alloc(DIGITS);
    await handle.read(written, 0, DIGITS, size - DIGITS);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, {
      end: size - DIGITS - 1,
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
