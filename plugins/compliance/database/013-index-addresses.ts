import type { Migration } from 'plinth';

/** What is asked by address: what somebody agreed to, declared and ordered, in a request for their data. */
export const indexAddresses: Migration = {
  id: '013_index_addresses',
  async up(db) {
    for (const table of ['compliance_consents', 'compliance_declarations', 'compliance_orders'])
      await db.createIndex(table, `${table}_email`, ['email']);
  },
};
