import { type Database, toUtcString } from 'plinth';
import { type ContactKind, parseContact, type SafetyContact } from './contact.js';
import { CONTACTS_TABLE, insertContact } from './contacts.js';
import { readFieldText, type ProductFields, SAFETY_FIELD, SAFETY_TEXT, createLikePattern } from './product-keys.js';

/** Changes to the fields of products; null removes a field. */
export type FieldsPatch = Readonly<Record<string, string | null>>;
type WriteFields = (ids: readonly number[], patch: FieldsPatch) => Promise<unknown>;

const BATCH_SIZE = 500;
/** Maximum length of a name in a contact, in characters; longer ones stay complete with their product. */
const MAX_NAME_LENGTH = 200;

const queryProductsWithTexts = (db: Database) =>
  db()('store_products').whereRaw("(fields like ? escape '!' or fields like ? escape '!')", [
    createLikePattern(SAFETY_TEXT.manufacturer),
    createLikePattern(SAFETY_TEXT.responsible),
  ]);

/** Counts products that still store their manufacturer or responsible person as texts of their own. */
export async function countProductsWithTexts(db: Database): Promise<number> {
  const [row] = await queryProductsWithTexts(db).count({ n: '*' });
  return Number(row?.n ?? 0);
}

/**
 * Converts the texts of products to contacts: one for each name with its addresses. A text without a name stays in
 * place, and is still displayed.
 * @param apply writes the fields; when absent, they are written directly to the store's table, for a site that is not
 * running yet
 * @returns number of products that now refer to a contact instead of a text
 */
export async function convertTextsToContacts(
  db: Database,
  apply: WriteFields = (ids, patch) => writeFields(db, ids, patch),
): Promise<number> {
  const time = toUtcString();
  const codesByContact = new Map(
    (await db()(CONTACTS_TABLE).select()).map((row) => [getContactKey(row.kind, row), row.code]),
  );

  async function getCode(kind: ContactKind, contact: SafetyContact): Promise<string> {
    const key = getContactKey(kind, contact);
    const code = codesByContact.get(key) ?? (await insertContact(db, kind, contact, time));
    codesByContact.set(key, code);
    return code;
  }

  async function createPatch(fields: ProductFields): Promise<FieldsPatch> {
    const text = (key: string): string => readFieldText(fields, key);
    const maker = parseContact(
      text(SAFETY_TEXT.manufacturer),
      text(SAFETY_TEXT.manufacturerContact),
      text(SAFETY_TEXT.manufacturerCountry),
    );
    const person = parseContact(text(SAFETY_TEXT.responsible), text(SAFETY_TEXT.responsibleContact));
    const isConvertible = ({ name, country }: SafetyContact): boolean =>
      name !== '' && name.length <= MAX_NAME_LENGTH && country.length <= 2;
    return {
      ...(isConvertible(maker)
        ? {
            [SAFETY_FIELD.manufacturer]: await getCode('manufacturer', maker),
            [SAFETY_TEXT.manufacturer]: null,
            [SAFETY_TEXT.manufacturerContact]: null,
            [SAFETY_TEXT.manufacturerCountry]: null,
          }
        : {}),
      ...(isConvertible(person)
        ? {
            [SAFETY_FIELD.responsible]: await getCode('responsible', person),
            [SAFETY_TEXT.responsible]: null,
            [SAFETY_TEXT.responsibleContact]: null,
          }
        : {}),
    };
  }

  let moved = 0;
  for (let after = 0; ;) {
    const rows = await queryProductsWithTexts(db)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select('id', 'fields');
    const groups = new Map<string, { readonly patch: FieldsPatch; readonly ids: number[] }>();
    for (const { id, fields } of rows) {
      const patch = await createPatch(JSON.parse(fields) as ProductFields);
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
    if (!last || rows.length < BATCH_SIZE) return moved;
    after = last.id;
  }
}

const getContactKey = (kind: ContactKind, { name, address, email, url, country }: SafetyContact): string =>
  JSON.stringify([kind, name, address, email, url, country]);

async function writeFields(db: Database, ids: readonly number[], patch: FieldsPatch): Promise<void> {
  const rows = await db()('store_products')
    .whereIn('id', [...ids])
    .select('id', 'fields');
  for (const { id, fields } of rows) {
    const newFields = Object.entries({ ...(JSON.parse(fields) as ProductFields), ...patch }).filter(
      ([, value]) => value !== null,
    );
    await db()('store_products')
      .where({ id })
      .update({ fields: JSON.stringify(Object.fromEntries(newFields)) });
  }
}
