import { type Database, toUtcString } from 'plinth';
import { type ContactKind, contactOfText, type SafetyContact } from './contact.js';
import { CONTACTS, insertContact } from './contacts.js';
import { fieldText, type ProductFields, SAFETY_FIELD, SAFETY_TEXT, storedPattern } from './product-keys.js';

/** Changes to the fields of products; null removes a field. */
export type FieldsPatch = Readonly<Record<string, string | null>>;
type Apply = (ids: readonly number[], patch: FieldsPatch) => Promise<unknown>;

const BATCH = 500;
/** Maximum length of a name in a contact, in characters; longer ones stay complete with their product. */
const NAME_LENGTH = 200;

const namedProducts = (db: Database) =>
  db()('store_products').whereRaw("(fields like ? escape '!' or fields like ? escape '!')", [
    storedPattern(SAFETY_TEXT.manufacturer),
    storedPattern(SAFETY_TEXT.responsible),
  ]);

/** Counts products that still store their manufacturer or responsible person as texts of their own. */
export async function countTexts(db: Database): Promise<number> {
  const [row] = await namedProducts(db).count({ n: '*' });
  return Number(row?.n ?? 0);
}

/**
 * Converts the texts of products to contacts: one for each name with its addresses. A text without a name stays in
 * place, and is still displayed.
 * @param apply writes the fields; when absent, they are written directly to the store's table, for a site that is not
 * running yet
 * @returns number of products that now refer to a contact instead of a text
 */
export async function moveTexts(
  db: Database,
  apply: Apply = (ids, patch) => writeFields(db, ids, patch),
): Promise<number> {
  const at = toUtcString();
  const known = new Map((await db()(CONTACTS).select()).map((row) => [keyOf(row.kind, row), row.code]));

  async function codeFor(kind: ContactKind, contact: SafetyContact): Promise<string> {
    const key = keyOf(kind, contact);
    const code = known.get(key) ?? (await insertContact(db, kind, contact, at));
    known.set(key, code);
    return code;
  }

  async function patchOf(fields: ProductFields): Promise<FieldsPatch> {
    const text = (key: string): string => fieldText(fields, key);
    const maker = contactOfText(
      text(SAFETY_TEXT.manufacturer),
      text(SAFETY_TEXT.manufacturerContact),
      text(SAFETY_TEXT.manufacturerCountry),
    );
    const person = contactOfText(text(SAFETY_TEXT.responsible), text(SAFETY_TEXT.responsibleContact));
    const fits = ({ name, country }: SafetyContact): boolean =>
      name !== '' && name.length <= NAME_LENGTH && country.length <= 2;
    return {
      ...(fits(maker)
        ? {
            [SAFETY_FIELD.manufacturer]: await codeFor('manufacturer', maker),
            [SAFETY_TEXT.manufacturer]: null,
            [SAFETY_TEXT.manufacturerContact]: null,
            [SAFETY_TEXT.manufacturerCountry]: null,
          }
        : {}),
      ...(fits(person)
        ? {
            [SAFETY_FIELD.responsible]: await codeFor('responsible', person),
            [SAFETY_TEXT.responsible]: null,
            [SAFETY_TEXT.responsibleContact]: null,
          }
        : {}),
    };
  }

  let moved = 0;
  for (let after = 0; ;) {
    const rows = await namedProducts(db).where('id', '>', after).orderBy('id').limit(BATCH).select('id', 'fields');
    const groups = new Map<string, { readonly patch: FieldsPatch; readonly ids: number[] }>();
    for (const { id, fields } of rows) {
      const patch = await patchOf(JSON.parse(fields) as ProductFields);
      const key = JSON.stringify(patch);
      const group = groups.get(key) ?? { patch, ids: [] };
      if (Object.keys(patch).length > 0) groups.set(key, group);
      group.ids.push(id);
    }
    for (const { patch, ids } of groups.values()) {
      await apply(ids, patch);
      moved += ids.length;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return moved;
    after = last.id;
  }
}

const keyOf = (kind: ContactKind, { name, address, email, url, country }: SafetyContact): string =>
  JSON.stringify([kind, name, address, email, url, country]);

async function writeFields(db: Database, ids: readonly number[], patch: FieldsPatch): Promise<void> {
  const rows = await db()('store_products')
    .whereIn('id', [...ids])
    .select('id', 'fields');
  for (const { id, fields } of rows) {
    const written = Object.entries({ ...(JSON.parse(fields) as ProductFields), ...patch }).filter(
      ([, value]) => value !== null,
    );
    await db()('store_products')
      .where({ id })
      .update({ fields: JSON.stringify(Object.fromEntries(written)) });
  }
}
