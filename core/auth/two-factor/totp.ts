import { createRequire } from 'node:module';
import type * as Otpauth from 'otpauth';
import { encode } from 'uqr';
import { type Database, toUtcString } from '../../api/index.js';
import type { SecretBox } from './secret-encryption.js';

const load = createRequire(__filename);
/** Loaded when the first code is created or verified. */
const otpauth = (): typeof Otpauth => load('otpauth') as typeof Otpauth;

/** Validity of a code in seconds, and its number of digits. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Number of codes accepted before and after the current one, to tolerate clock differences. */
const WINDOW = 1;
/** Length of a secret in bytes, as recommended by RFC 4226. */
const SECRET_BYTES = 20;

interface TotpDeps {
  db: Database;
  box: SecretBox;
  /** Unix time in milliseconds. */
  now: () => number;
}

/** Codes of authenticator apps (RFC 6238). Secrets are in the text format that apps accept. */
export interface Totp {
  newSecret(): string;
  /** Returns the URI that an app reads from a QR code. */
  uri(secret: string, account: string, issuer: string): string;
  /** Stores the secret for an account if a code proves that the app has it. */
  enroll(userId: number, secret: string, code: string): Promise<boolean>;
  /** Whether a code is valid now and was not used before. */
  verify(userId: number, code: string): Promise<boolean>;
  has(userId: number): Promise<boolean>;
  remove(userId: number): Promise<boolean>;
}

export function createTotp({ db, box, now }: TotpDeps): Totp {
  const rows = (userId: number) => db()('totp_secrets').where({ user_id: userId });
  const secretContext = (userId: number): string => `totp|${userId}`;
  const generator = (secret: string): Otpauth.TOTP =>
    new (otpauth().TOTP)({ secret: otpauth().Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: DIGITS });

  /** Returns the time step of a code; undefined if the code is wrong. */
  function stepOf(secret: string, code: string): number | undefined {
    const token = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return undefined;
    const delta = generator(secret).validate({ token, timestamp: now(), window: WINDOW });
    return delta === null ? undefined : Math.floor(now() / 1000 / PERIOD_SECONDS) + delta;
  }

  return {
    newSecret: () => new (otpauth().Secret)({ size: SECRET_BYTES }).base32,
    uri: (secret, account, issuer) =>
      new (otpauth().TOTP)({
        issuer: issuer.replaceAll(':', ' '),
        label: account.replaceAll(':', ' '),
        secret: otpauth().Secret.fromBase32(secret),
        period: PERIOD_SECONDS,
        digits: DIGITS,
      }).toString(),
    async enroll(userId, secret, code) {
      const step = stepOf(secret, code);
      if (step === undefined) return false;
      const row = {
        secret: box.encrypt(secret, secretContext(userId)),
        last_step: step,
        created_at: toUtcString(now()),
        last_used_at: null,
      };
      await db()('totp_secrets')
        .insert({ user_id: userId, ...row })
        .onConflict('user_id')
        .merge(row);
      return true;
    },
    async verify(userId, code) {
      const row = await rows(userId).first('secret');
      const secret = row && box.decrypt(row.secret, secretContext(userId));
      const step = secret === undefined ? undefined : stepOf(secret, code);
      if (step === undefined) return false;
      // Of two simultaneous uses of a code, only one succeeds.
      return (
        (await rows(userId)
          .where('last_step', '<', step)
          .update({ last_step: step, last_used_at: toUtcString(now()) })) > 0
      );
    },
    has: async (userId) => (await rows(userId).first('user_id')) !== undefined,
    remove: async (userId) => (await rows(userId).delete()) > 0,
  };
}

/** Returns the encryption context of an app secret during setup. */
export function setupContext(userId: number): string {
  return `app setup|${userId}`;
}

/** Splits a secret into groups of four characters for typing; apps ignore the spaces. */
export function groupSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Width of the quiet zone around the code that cameras need, in modules. */
const QUIET_ZONE = 4;

/** Returns a QR code as an inline image of any size, black on white in both color schemes. */
export function renderQrCode(text: string, title: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return `<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="232" height="232" role="img" aria-label="${title.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${dark.join('')}"/></svg>`;
}
