import { type AuditApi, type Database, type PluginScope } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { ContactKind, SafetyContact } from './contact.js';
import { SAFETY_FIELD, createLikePattern } from './product-keys.js';
import type { ContactRow } from './tables.js';

export const CONTACTS_TABLE = 'compliance_safety_contacts';

const MAX_CODE_LENGTH = 80;
const BASE_LETTERS: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Returns a code by which files and products can refer to a contact: lowercase letters, digits and hyphens. */
export function createCode(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[łđøßæœ]/g, (character) => BASE_LETTERS[character] ?? character);
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_CODE_LENGTH)
      .replace(/^-+|-+$/g, '') || 'contact'
  );
}

/** Inserts a contact under an unused code, and returns the code. Inside the caller's transaction. */
export async function insertContact(
  db: Database,
  kind: ContactKind,
  contact: SafetyContact & { readonly responsible?: string },
  time: string,
): Promise<string> {
  const { name, address, email, url, country, responsible = '' } = contact;
  const baseCode = createCode(name);
  const usedCodes = new Set<string>(
    await db()(CONTACTS_TABLE).where({ kind }).where('code', 'like', `${baseCode}%`).pluck('code'),
  );
  let code = baseCode;
  for (let number = 2; usedCodes.has(code); number++) code = `${baseCode}-${number}`;
  await db()(CONTACTS_TABLE).insert({ kind, code, name, address, email, url, country, responsible, updated_at: time });
  return code;
}

/**
 * Stored contact of a manufacturer, or of a responsible person in the EU.
 * @since 0.1.0
 */
export interface ContactRecord extends SafetyContact {
  readonly kind: ContactKind;
  /** Code by which products and files refer to it; it never changes. */
  readonly code: string;
  /** For a manufacturer: code of its responsible person; '' for none. */
  readonly responsible: string;
}

/** All contacts, by kind and code. */
export interface Directory {
  find(kind: ContactKind, code: string): ContactRecord | undefined;
  readonly all: readonly ContactRecord[];
}

/**
 * Manufacturers and responsible persons, each stored once for all their products.
 * @since 0.1.0
 */
export interface SafetyContacts {
  /** Cached until a contact changes, which also regenerates the pages that use it. */
  directory(): Promise<Directory>;
  /** Returns the code of the new contact. */
  add(kind: ContactKind, contact: SafetyContact & { readonly responsible: string }): Promise<string>;
  update(kind: ContactKind, code: string, contact: SafetyContact & { readonly responsible: string }): Promise<void>;
  /**
   * Deletes a contact only if it is unused; returns the number of products, and for a responsible person also of
   * manufacturers, that refer to it.
   */
  remove(kind: ContactKind, code: string): Promise<number>;
  countUses(kind: ContactKind, code: string): Promise<number>;
}

interface ContactsDeps {
  readonly scope: Pick<PluginScope, 'cache'>;
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<AuditApi, 'record'>;
}

export function createSafetyContacts({ scope, db, clock, audit }: ContactsDeps): SafetyContacts {
  const table = () => db()(CONTACTS_TABLE);
  const readRows = (): Promise<readonly ContactRow[]> =>
    scope.cache.get('compliance:safety-contacts', async (): Promise<readonly ContactRow[]> =>
      table().orderBy('name').orderBy('id').select(),
    );
  const recordChange = (change: string, kind: ContactKind, code: string, title: string): Promise<void> =>
    audit.record({
      action: `compliance.safety_contact_${change}`,
      subject: { kind: 'safety_contact', title: `${kind}: ${title}` },
      details: { code },
    });

  async function uses(kind: ContactKind, code: string): Promise<number> {
    const [row] = await db()('store_products')
      .whereRaw("fields like ? escape '!'", [createLikePattern(SAFETY_FIELD[kind], code)])
      .count({ n: '*' });
    const [makers] =
      kind === 'responsible' ? await table().where({ kind: 'manufacturer', responsible: code }).count({ n: '*' }) : [];
    return Number(row?.n ?? 0) + Number(makers?.n ?? 0);
  }

  return {
    countUses: uses,

    directory: async () => {
      const rows = await readRows();
      const byCode = new Map(rows.map((row) => [`${row.kind}:${row.code}`, row]));
      return { all: rows, find: (kind, code) => byCode.get(`${kind}:${code}`) };
    },

    add: (kind, contact) =>
      db.transaction(async () => {
        const code = await insertContact(db, kind, contact, clock.now());
        await recordChange('added', kind, code, contact.name);
        return code;
      }),

    update: (kind, code, { name, address, email, url, country, responsible }) =>
      db.transaction(async () => {
        await table()
          .where({ kind, code })
          .update({ name, address, email, url, country, responsible, updated_at: clock.now() });
        await recordChange('changed', kind, code, name);
      }),

    remove: (kind, code) =>
      db.transaction(async () => {
        const useCount = await uses(kind, code);
        const row = await table().where({ kind, code }).first();
        if (useCount > 0 || !row) return useCount;
        await table().where({ kind, code }).delete();
        await recordChange('removed', kind, code, row.name);
        return 0;
      }),
  };
}
