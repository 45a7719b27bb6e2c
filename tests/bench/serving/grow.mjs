/** Offset between the ids of copies; greater than any id of a demo shop. */
const STEP = 1000;
/** Rows per INSERT statement. */
const ROWS = 400;
const DAY_MS = 86_400_000;

/** Tables of the catalog, with the id columns to shift in copies and the unique columns. */
const TABLES = [
  { name: 'store_products', ids: ['id'], unique: ['slug', 'sku'] },
  { name: 'store_variations', ids: ['id', 'product_id', 'image_id'], unique: ['sku'] },
  { name: 'store_product_terms', ids: ['product_id'], unique: [] },
  { name: 'store_variation_terms', ids: ['variation_id'], unique: [] },
  { name: 'store_images', ids: ['id', 'product_id'], unique: [] },
  { name: 'compliance_prices', ids: ['id', 'product_id', 'variation_id'], unique: [] },
];

/** Runs statements for all ids below `end`, in batches so that none takes long. */
async function inParts(end, work) {
  for (let from = 0; from < end; from += 100 * STEP)
    await work((column) => `${column} >= ${from} and ${column} < ${Math.min(end, from + 100 * STEP)}`);
}

/**
 * Enlarges a demo shop by copying its products; categories, brands and search words grow in proportion, so that a page lists as
 * much as before while the catalog grows. Copies differ in the columns used for sorting.
 * @param {number} products maximum number of products
 */
async function growCatalog(db, products) {
  const mysql = db.engine === 'mysql';
  const joined = (...parts) => (mysql ? `concat(${parts.join(', ')})` : parts.join(' || '));
  const count = async () => Number((await db()('store_products').count({ total: '*' }).first()).total);
  const small = await count();
  await db.transaction(async () => {
    for (let round = 0, copies = 1; (await count()) < products; round++, copies *= 2) {
      const missing = Math.min(copies, Math.ceil((products - (await count())) / small));
      for (const { name, ids, unique } of TABLES) {
        const columns = Object.keys(await db()(name).columnInfo());
        const shift = (column) => `case when ${column} = 0 then 0 else ${column} + ${STEP * copies} end`;
        const chosen = columns.map((column) => {
          if (ids.includes(column)) return shift(column);
          return unique.includes(column) ? joined(column, `'-${round}'`) : column;
        });
        await inParts(STEP * missing, (within) =>
          db().raw(
            `insert into ${name} (${columns.join(', ')}) select ${chosen.join(', ')} from ${name} where ${within(ids[0])}`,
          ),
        );
      }
    }
    const days = mysql
      ? (column, days) => `date_sub(${column}, interval ${days} minute)`
      : (column, days) => `datetime(${column}, '-' || (${days}) || ' minutes')`;
    await inParts(2 * STEP * Math.ceil(products / small), (within) =>
      db().raw(
        `update store_products set name = ${joined('name', "' '", 'id')}, search = ${joined('search', "' '", 'id')}, sales = (id * 7919) % 991, review_rating = (id * 31) % 501, position = id % 100, updated_at = ${days('updated_at', 'id % 500000')}, published_at = ${days('published_at', 'id % 700000')} where id > ${STEP} and ${within('id')}`,
      ),
    );
    // As after a large import: consumers of the change feed read the whole catalog again.
    const { last } = await db()('store_change_sequence').where({ id: 1 }).first();
    await db()('store_change_sequence')
      .where({ id: 1 })
      .update({ last: Number(last) + 1 });
    await db()('store_changes').insert({ sequence: Number(last) + 1, product_id: 0, at: '2026-01-01 00:00:00' });
  });
}

/** Customers with an account and one order each, placed every 90 minutes back from now. */
async function addCustomers(db, customers) {
  const STATUSES = ['completed', 'completed', 'completed', 'processing', 'cancelled', 'refunded', 'pending', 'on-hold'];
  const at = (number) => new Date(Date.now() - (number * DAY_MS) / 16).toISOString().slice(0, 19).replace('T', ' ');
  const first = 10;
  const all = Array.from({ length: customers }, (_, index) => index + first);
  const address = (number) =>
    JSON.stringify({
      firstName: 'Anna',
      lastName: `Kowalska ${number}`,
      company: '',
      address1: 'Prosta 1',
      address2: '',
      postcode: '00-001',
      city: 'Warszawa',
      country: 'PL',
      phone: '',
      email: `anna${number}@example.test`,
    });
  await db.transaction(async () => {
    const insert = async (table, rows) => {
      for (let from = 0; from < rows.length; from += ROWS) await db()(table).insert(rows.slice(from, from + ROWS));
    };
    await insert(
      'users',
      all.map((id) => ({
        id,
        user_login: `anna${id}@example.test`,
        user_pass: '',
        user_nicename: `anna${id}`,
        user_email: `anna${id}@example.test`,
        user_registered: at(id),
        display_name: `Anna Kowalska ${id}`,
      })),
    );
    await insert(
      'usermeta',
      all.flatMap((user_id) =>
        [
          ['first_name', 'Anna'],
          ['wp_capabilities', 'a:1:{s:8:"customer";b:1;}'],
          ['wp_user_level', '0'],
          ['store_billing', address(user_id)],
        ].map(([meta_key, meta_value]) => ({ user_id, meta_key, meta_value })),
      ),
    );
    // The newest order has the highest number.
    await insert(
      'store_orders',
      all.map((id) => {
        const [made, email] = [at(customers + first - id), `anna${id}@example.test`];
        return {
          id,
          number: `2026-${id}`,
          order_key: `key${id}`,
          form_token: `form${id}`,
          status: STATUSES[id % STATUSES.length],
          user_id: id,
          currency: 'PLN',
          email,
          customer: `Anna Kowalska ${id}`,
          search: `2026-${id} ${email} anna kowalska ${id}`,
          billing: address(id),
          shipping: address(id),
          shipping_method: 'courier',
          payment_method: 'transfer',
          items_total: 10000 + id,
          delivery_total: 0,
          payment_fee: 0,
          tax_total: 1870,
          total: 10000 + id,
          note: '',
          locale: 'pl_PL',
          created_at: made,
          updated_at: made,
        };
      }),
    );
    await db().raw(
      'insert into store_order_counts (status, ??) select status, count(*) from store_orders group by status',
      ['change'],
    );
    await insert(
      'store_order_lines',
      all.map((order_id) => ({
        order_id,
        product_id: 1 + (order_id % 70),
        variation_id: 0,
        name: 'Kubek',
        sku: 'KUB',
        kind: 'physical',
        quantity: 1,
        unit_price: 10000,
        total: 10000,
        tax_rate: 2300,
        tax: 1870,
      })),
    );
  });
}

/** Enlarges a shop to the given numbers of products and of customers, each with one order. */
export async function grow(db, { products, customers }) {
  await growCatalog(db, products);
  await addCustomers(db, customers);
  for (const table of [...TABLES.map(({ name }) => name), 'users', 'usermeta', 'store_orders', 'store_order_lines'])
    await db().raw(db.engine === 'mysql' ? `analyze table ${table}` : `analyze ${table}`);
}
