import type { Migration } from 'plinth';
import { normalizeTermName } from '../search-tokens/ngrams.js';
import { createProductTokens } from '../search/product-tokens.js';

/** Maximum number of rows per batch. */
const ROWS = 500;

/** Tables of the search index. */
export const tokenMigrations: readonly Migration[] = [
  {
    id: '009_index_words',
    async up(db) {
      // Normalized texts by which products are searched.
      await db.createTable('store_product_texts', (table) => {
        table.integer('product_id').unsigned().notNullable().primary();
        table.integer('listed').notNullable();
        table.string('name_start', 100).notNullable();
        table.text('name').notNullable();
        table.text('codes', 'mediumtext').notNullable();
        table.text('unpriced', 'mediumtext').notNullable();
        table.text('description', 'mediumtext').notNullable();
        table.index(['listed', 'name_start', 'product_id']);
      });
      await db.createTable('store_product_tokens', (table) => {
        table.string('word', 100).notNullable();
        table.integer('field').notNullable();
        table.integer('product_id').unsigned().notNullable();
        table.primary(['word', 'field', 'product_id']);
      });
      // Every suffix of every word, so that text inside a word is found like its beginning.
      await db.createTable('store_search_ngrams', (table) => {
        table.string('part', 24).notNullable();
        table.string('word', 100).notNullable();
        table.primary(['part', 'word']);
      });
      if (!(await db().schema.hasColumn('store_terms', 'search_name')))
        await db().schema.alterTable(
          'store_terms',
          (table) => void table.string('search_name', 1000).notNullable().defaultTo(''),
        );
      await db.createIndex('store_products', 'store_products_best', [
        'status',
        'visibility',
        'stock',
        'rating desc',
        'id',
      ]);
      for (let after = 0; ;) {
        const terms = await db()('store_terms').where('id', '>', after).orderBy('id').limit(ROWS).select('id', 'name');
        for (const { id, name } of terms)
          await db()('store_terms')
            .where({ id })
            .update({ search_name: normalizeTermName(name) });
        const last = terms.at(-1);
        if (!last) break;
        after = last.id;
      }
      await createProductTokens({ db }).rebuild();
    },
  },
  {
    id: '013_fold_signs',
    // Symbols composed of letters (™, №, ㎏) were normalized to uppercase, which a lowercase search does not find.
    async up(db) {
      const hasCapitals = db.engine === 'mysql' ? "cast(?? as binary) regexp '[A-Z]'" : "?? glob '*[A-Z]*'";
      for (const [table, column] of [
        ['store_products', 'search'],
        ['store_terms', 'search_name'],
        ['store_reviews', 'search'],
      ] as const)
        if (await db().schema.hasTable(table))
          await db()(table)
            .whereRaw(hasCapitals, [column])
            .update({ [column]: db().raw('lower(??)', [column]) });
      const ids = await db()('store_product_tokens').whereRaw(hasCapitals, ['word']).distinct().pluck('product_id');
      const tokens = createProductTokens({ db });
      for (let offset = 0; offset < ids.length; offset += ROWS)
        await db.transaction(() => tokens.update(ids.slice(offset, offset + ROWS)));
    },
  },
];
