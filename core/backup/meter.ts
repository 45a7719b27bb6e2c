import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { MemberRecord } from './manifest.js';

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
