import type { Migration } from 'plinth';

/** What a consent is for and whose mailbox it names, so that one can be taken back without the box it was given in. */
export const consentPurpose: Migration = {
  id: '019_consent_purpose',
  async up(db) {
    const table = 'compliance_consents';
    if (!(await db().schema.hasColumn(table, 'purpose'))) {
      await db().schema.alterTable(table, (columns) => {
        columns.string('purpose', 64).notNullable().defaultTo('');
        columns.string('address', 254).notNullable().defaultTo('');
      });
    }
    await db.createIndex(table, `${table}_address`, ['address']);
    const boxes = await db()('compliance_checkboxes').select('id', 'slug');
    for (const { id, slug } of boxes) await db()(table).where({ checkbox_id: id }).update({ purpose: slug });
    await db()(table).update({ address: db().raw('lower(email)') });
  },
};
