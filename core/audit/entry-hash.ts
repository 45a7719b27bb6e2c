import { createHmac } from 'node:crypto';
import type { Entry, NewEntry } from './entry.js';

/** The fields covered by an entry's hash: all that never change. */
type HashedFields = Omit<NewEntry, 'seal' | 'address' | 'address_salt'>;

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
export interface Seals {
  entry(entry: HashedFields): string;
  address(address: string, salt: string): string;
  link(position: number, previous: string, seal: string): string;
  ends(ends: ChainEnds): string;
}

export function createSeals(secret: string): Seals {
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
        entryFields.address_mark,
        entryFields.action,
        entryFields.subject_kind,
        entryFields.subject_id,
        entryFields.subject,
        entryFields.outcome,
        entryFields.details,
      ),
    address: (address, salt) => mac('address', salt, address),
    link: (position, previous, seal) => mac('link', position, previous, seal),
    ends: (ends) =>
      mac('ends', ends.start_position, ends.start_hash, ends.end_position, ends.end_hash, ends.addresses_until),
  };
}

/** Whether an entry is unchanged since it was written. */
export function isUnchanged(seals: Seals, entry: Entry, addressesUntil: number): boolean {
  if (seals.entry(entry) !== entry.seal) return false;
  if (entry.address === '' && entry.address_salt === '')
    return entry.position !== null && Number(entry.position) <= addressesUntil;
  return seals.address(entry.address, entry.address_salt) === entry.address_mark;
}
