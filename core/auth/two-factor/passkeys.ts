import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type * as WebAuthn from '@simplewebauthn/server';
import { type Database, type UserWithRoles, toUtcString } from '../../api/index.js';
import type { PasskeyRow } from '../tables.js';

/** A passkey as shown to its owner. */
interface Passkey {
  readonly id: number;
  readonly name: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

interface PasskeysDeps {
  db: Database;
  /** Passkeys are bound to the host of this URL. */
  siteUrl: string;
  siteName(): Promise<string>;
  /** Unix time in milliseconds. */
  now: () => number;
}

/** The user who signed a browser's response, and whether the device verified its user. */
interface Assertion {
  readonly userId: number;
  readonly userVerified: boolean;
}

/** Passkeys (WebAuthn): the device stores the private key, the site its public key. Callers store the challenges. */
export interface Passkeys {
  /** Whether browsers support passkeys for the site's URL, which needs a domain name, and TLS except on localhost. */
  readonly available: boolean;
  /** Returns the options with which a browser creates a passkey. */
  creationOptions(user: UserWithRoles): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Stores a passkey created by a browser; false if the response does not match the challenge. */
  add(userId: number, response: unknown, challenge: string, name: string): Promise<boolean>;
  /**
   * Returns the options with which a browser uses one of a user's passkeys, or any user's passkey if no user is given.
   */
  requestOptions(userId?: number): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Returns the owner of the passkey that answered the challenge; undefined if verification failed. */
  verify(response: unknown, challenge: string): Promise<Assertion | undefined>;
  list(userId: number): Promise<Passkey[]>;
  count(userId: number): Promise<number>;
  /** Removes the given passkeys, or all; returns the names of those that existed. */
  remove(userId: number, ids?: readonly number[]): Promise<string[]>;
}

type Transports = NonNullable<PublicKeyCredentialCreationOptionsJSON['excludeCredentials']>[number]['transports'];

const MAX_NAME_LENGTH = 100;

const load = createRequire(__filename);
/** Loaded on first use, because the package is large and would slow down every start. */
const webAuthn = (): typeof WebAuthn => load('@simplewebauthn/server') as typeof WebAuthn;

export function createPasskeys({ db, siteUrl, siteName, now }: PasskeysDeps): Passkeys {
  const { hostname: rpID, origin, protocol } = new URL(siteUrl);
  const isDomainName = isIP(rpID.replace(/^\[|\]$/g, '')) === 0;
  const rows = (userId: number) => db()('passkeys').where({ user_id: userId });
  const toDescriptor = ({ credential_id, transports }: PasskeyRow): { id: string; transports: Transports } => ({
    id: credential_id,
    transports: transports === '' ? [] : transports.split(','),
  });
  const listRows = async (userId: number): Promise<PasskeyRow[]> => rows(userId).orderBy('id');

  return {
    available: isDomainName && (protocol === 'https:' || /(?:^|\.)localhost$/.test(rpID)),

    async creationOptions(user) {
      return webAuthn().generateRegistrationOptions({
        rpName: (await siteName()) || rpID,
        rpID,
        userName: user.user_login,
        userDisplayName: user.display_name,
        // Does not reveal the user to anyone who finds the device.
        userID: new Uint8Array(createHash('sha256').update(`${rpID}|${user.id}`).digest()),
        attestationType: 'none',
        excludeCredentials: (await listRows(user.id)).map(toDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
    },

    async add(userId, response, challenge, name) {
      try {
        const { verified, registrationInfo } = await webAuthn().verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: false,
        });
        if (!verified) return false;
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
        await db()('passkeys').insert({
          user_id: userId,
          credential_hash: hashId(id),
          credential_id: id,
          public_key: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: transports.join(',').slice(0, 100),
          name: name.trim().slice(0, MAX_NAME_LENGTH),
          created_at: toUtcString(now()),
          last_used_at: null,
        });
        return true;
      } catch {
        // Input may be malformed in any way; the error is not worth reporting.
        return false;
      }
    },

    async requestOptions(userId) {
      const allowed = userId === undefined ? [] : (await listRows(userId)).map(toDescriptor);
      // Without a password, the device must verify its user.
      return webAuthn().generateAuthenticationOptions({
        rpID,
        userVerification: userId === undefined ? 'required' : 'preferred',
        allowCredentials: allowed,
      });
    },

    async verify(response, challenge) {
      const id = (response as { id?: unknown } | null)?.id;
      if (typeof id !== 'string' || challenge === '') return undefined;
      const row = await db()('passkeys')
        .where({ credential_hash: hashId(id) })
        .first();
      if (!row) return undefined;
      try {
        const { verified, authenticationInfo } = await webAuthn().verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: false,
          credential: {
            id: row.credential_id,
            publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
            counter: Number(row.counter),
          },
        });
        if (!verified) return undefined;
        await rows(row.user_id)
          .where({ id: row.id })
          .update({ counter: authenticationInfo.newCounter, last_used_at: toUtcString(now()) });
        return { userId: row.user_id, userVerified: authenticationInfo.userVerified };
      } catch {
        return undefined;
      }
    },

    list: async (userId) =>
      (await listRows(userId)).map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        createdAt: created_at,
        lastUsedAt: last_used_at,
      })),
    async count(userId) {
      const row = (await db()('passkeys').where({ user_id: userId }).count({ total: '*' }).first()) as
        { total: number | string } | undefined;
      return Number(row?.total ?? 0);
    },
    async remove(userId, ids) {
      const removedRows = (await listRows(userId)).filter(({ id }) => ids === undefined || ids.includes(id));
      if (removedRows.length > 0)
        await rows(userId)
          .whereIn(
            'id',
            removedRows.map(({ id }) => id),
          )
          .delete();
      return removedRows.map(({ name }) => name);
    },
  };
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
