import { createHmac } from 'node:crypto';
import type { Entry, NewEntry } from './entry.js';

/** The fields covered by an entry's hash: all that never change. */
type HashedFields = Omit<NewEntry, 'hmac' | 'address' | 'address_salt'>;

/** The start and end of the chain, and the position up to which IP addresses were removed. */
export interface ChainEnds {
  /** The last entry deleted because of its age. */
  readonly start_position: number;
  readonly start_hash: string;
  readonly end_position: number;
  readonly end_hash: string;
  readonly addresses_until: number;
}

/** Keyed hashes that cannot be created without the site's secret. */
export interface KeyedHashes {
  entry(entry: HashedFields): string;
  address(address: string, salt: string): string;
  link(position: number, previous: string, hmac: string): string;
  ends(ends: ChainEnds): string;
}

export function createKeyedHashes(secret: string): KeyedHashes {
  const key = createHmac('sha256', secret).update('audit log').digest();
  const mac = (...parts: readonly (string | number)[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  return {
    entry: (entryFields) =>
      mac(
        'entry',
        entryFields.at,
        entryFields.actor_kind,
        entryFields.user_id,
        entryFields.actor,
        entryFields.address_hmac,
        entryFields.action,
        entryFields.subject_kind,
        entryFields.subject_id,
        entryFields.subject,
        entryFields.outcome,
        entryFields.details,
      ),
    address: (address, salt) => mac('address', salt, address),
    link: (position, previous, hmac) => mac('link', position, previous, hmac),
    ends: (ends) =>
      mac('ends', ends.start_position, ends.start_hash, ends.end_position, ends.end_hash, ends.addresses_until),
  };
}

/** Whether an entry is unchanged since it was written. */
export function isUnchanged(hashes: KeyedHashes, entry: Entry, addressesUntil: number): boolean {
  if (hashes.entry(entry) !== entry.hmac) return false;
  if (entry.address === '' && entry.address_salt === '')
    return entry.position !== null && Number(entry.position) <= addressesUntil;
  return hashes.address(entry.address, entry.address_salt) === entry.address_hmac;
}
