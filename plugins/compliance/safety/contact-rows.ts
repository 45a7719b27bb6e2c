import type { Database } from 'plinth';
import type { ContactKind, SafetyContact } from './contact.js';

export const CONTACTS = 'compliance_safety_contacts';

const CODE_LENGTH = 80;
const SINGLE: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' };

/** A code that files and products can name: small letters, digits and hyphens. */
export function codeOf(name: string): string {
  const letters = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[łđøßæœ]/g, (letter) => SINGLE[letter] ?? letter);
  return (
    letters
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, CODE_LENGTH)
      .replace(/^-+|-+$/g, '') || 'contact'
  );
}

/** Adds a record under a free code; the code. Inside the caller's transaction. */
export async function insertContact(
  db: Database,
  kind: ContactKind,
  contact: SafetyContact & { readonly responsible?: string },
  at: string,
): Promise<string> {
  const { name, address, email, url, country, responsible = '' } = contact;
  const wanted = codeOf(name);
  const taken = new Set<string>(await db()(CONTACTS).where({ kind }).where('code', 'like', `${wanted}%`).pluck('code'));
  let code = wanted;
  for (let number = 2; taken.has(code); number++) code = `${wanted}-${number}`;
  await db()(CONTACTS).insert({ kind, code, name, address, email, url, country, responsible, updated_at: at });
  return code;
}
