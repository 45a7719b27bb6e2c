import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

const load = createRequire(__filename);
/** Loaded when the first password is hashed or verified. */
const argon2 = (): typeof Argon2 => load('@node-rs/argon2') as typeof Argon2;

/** Argon2id parameters recommended by OWASP: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT_PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
/** Longer inputs would only cost time. */
const MAX_LENGTH = 4096;

/** Hashes a password for storage (WordPress: wp_hash_password). */
export function hashPassword(password: string): Promise<string> {
  return argon2().hash(password, PARAMETERS);
}

/** Whether a password matches a hash; a hash of another kind never matches. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (password.length > MAX_LENGTH || !stored.startsWith('$argon2')) return false;
  try {
    return await argon2().verify(stored, password);
  } catch {
    return false;
  }
}

/** Whether a hash was created with outdated parameters. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT_PREFIX);
}

let decoyHash: Promise<string> | undefined;

/** Takes as long as {@link verifyPassword}, so that an unknown account does not respond faster than a known one. */
export async function verifyDecoy(password: string): Promise<false> {
  decoyHash ??= hashPassword('no account has this password');
  await verifyPassword(password, await decoyHash);
  return false;
}
