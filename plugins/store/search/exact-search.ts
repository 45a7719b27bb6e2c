import type { Knex, PluginScope } from 'plinth';
import { foldedLine } from '../words/folded-line.js';
import { LISTED, type ProductRow, STANDING_INDEX } from '../products/product-row.js';
import type { CatalogueTerm, ExactQuestion, FoundProducts } from '../contract/index.js';
import type { TermStore } from '../taxonomies/term-store.js';
import type { Place, TextRow } from './product-texts.js';
import { beginning, LAST } from '../words/word-parts.js';
import { joined } from './joined.js';
import { createWordLookup, FEW, type Found, type Narrowed, NO_TERMS, type Reach } from './word-lookup.js';

/** Finds listed products that hold words. */
export interface ExactSearch {
  find(question: ExactQuestion): Promise<FoundProducts>;
}

interface ExactSearchDeps {
  readonly scope: Pick<PluginScope, 'db' | 'remember'>;
  readonly terms: Pick<TermStore, 'byId'>;
  /** Products that match are few, and all put in order, up to so many. */
  readonly few?: number;
  /** Products that are looked at from the best down, in rounds, before all that match are put in order. */
  readonly rounds?: readonly Round[];
}

interface Round {
  readonly from: number;
  readonly size: number;
}

/** A question as the tables understand it. */
interface Asked {
  readonly phrase: string;
  readonly words: readonly string[];
  readonly limit: number;
  readonly reach: Reach;
  readonly categories: readonly number[] | undefined;
  readonly buyable: boolean;
}

/** Products of which the best are wanted: those among some that hold what the predicate says. */
interface Group {
  /** One column, `product_id`; products may stand in it several times. */
  readonly among: () => Knex.QueryBuilder;
  readonly predicate: Knex.Raw;
}

const ROUNDS: readonly Round[] = [
  { from: 0, size: 250 },
  { from: 250, size: 1000 },
  { from: 1250, size: 4000 },
];
const NOTHING: FoundProducts = { ids: [], total: 0 };
const IN_STOCK = ['instock', 'onbackorder'] as const;

export function createExactSearch({
  scope: { db, remember },
  terms,
  few = FEW,
  rounds = ROUNDS,
}: ExactSearchDeps): ExactSearch {
  const lookup = createWordLookup({ db, remember, few });
  /**
   * What puts listed products in order, from an index that has it all: on a page of the table there are few products, and each of those that are found lies on another one.
   * MariaDB takes the table unless told; the index begins with what all of them have, so that nobody else is led to it by an id.
   */
  const standing = (): Knex.Raw =>
    db.engine === 'mysql'
      ? db().raw('store_products as product force index (??)', [STANDING_INDEX])
      : db().raw('store_products as product');
  const amongListed = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    db.engine === 'mysql'
      ? query.where({ 'product.status': LISTED.status, 'product.visibility': LISTED.visibility })
      : query;

  const holdsAll = (words: readonly string[], reach: Pick<Reach, 'places' | 'terms'>): Knex.Raw =>
    joined(
      db,
      words.map((word) => lookup.holds(word, reach)),
      'and',
    );
  const hasCode = (phrase: string): Knex.Raw => db().raw('instr(text.codes, ?) > 0', [`\n${phrase}\n`]);
  const beginsName = (phrase: string): Knex.Raw => db().raw('instr(text.name, ?) = 1', [phrase]);

  /** Whether a listed product is as a predicate says: a value and no join, so that both databases look from product to product. */
  const isListed = (id: string, predicate: Knex.Raw = db().raw('1 = 1')): Knex.Raw =>
    db().raw(
      '(select case when text.listed = 1 and ? then 1 else 0 end from store_product_texts as text where text.product_id = ??) = 1',
      [predicate, id],
    );

  /** Listed products of some ids with their texts, as far as the question lets them through. */
  function listed(among: Knex.QueryBuilder | readonly number[], { categories, buyable }: Asked): Knex.QueryBuilder {
    const query: Knex.QueryBuilder =
      among instanceof Array
        ? db()('store_product_texts as text').whereIn('text.product_id', among)
        : db().from(among.as('found')).join('store_product_texts as text', 'text.product_id', 'found.product_id');
    void query
      .join(standing(), 'product.id', 'text.product_id')
      // The sign keeps SQLite from beginning with the index of all that are listed, which is the whole shop, instead of with what was found.
      .whereRaw('+text.listed = 1');
    return fitting(amongListed(query), { categories, buyable });
  }

  /** Those of the products that the question lets through. */
  function fitting(
    query: Knex.QueryBuilder,
    { categories, buyable }: Pick<Asked, 'categories' | 'buyable'>,
  ): Knex.QueryBuilder {
    if (buyable) void query.whereNot('product.stock', 'outofstock');
    if (categories) void query.whereExists(inCategories(categories, 'product.id'));
    return query;
  }

  const inCategories = (categories: readonly number[], column: string): Knex.QueryBuilder =>
    db()('store_product_terms as placed')
      .where('placed.product_id', db().ref(column))
      .whereIn('placed.term_id', [...categories])
      .select(db().raw('1'));

  const byStanding = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.orderByRaw("case when product.stock = 'outofstock' then 1 else 0 end, product.shown_rating desc, product.id");

  /** All that match among products that are few, ranked. */
  async function ranked(among: Knex.QueryBuilder | readonly number[], asked: Asked): Promise<FoundProducts> {
    const { phrase, words, reach } = asked;
    const named = { places: ['name'] as const, terms: NO_TERMS };
    const byCode = reach.places.includes('code') ? hasCode(phrase) : db().raw('1 = 0');
    const query = listed(among, asked)
      .whereRaw(holdsAll(words, reach))
      .select('product.id')
      .orderByRaw(
        db().raw('case when ? then 0 when ? then 1 when ? then 2 else 3 end', [
          byCode,
          beginsName(phrase),
          holdsAll(words, named),
        ]),
      );
    const rows = (await byStanding(query)) as { id: number }[];
    return { ids: rows.slice(0, asked.limit).map((row) => row.id), total: rows.length };
  }

  /** All that hold the one word which is the whole phrase, ranked: where it stands tells how they match, so no text is read. */
  async function rankedByPlace(found: Found, asked: Asked): Promise<FoundProducts> {
    const { phrase, limit, categories, buyable } = asked;
    const left = new Map(found);
    const take = (ids: Iterable<number>): number[] => [...ids].filter((id) => left.delete(id));
    const idsOf = async (query: Knex.QueryBuilder): Promise<number[]> =>
      ((await query) as { product_id: number }[]).map((row) => row.product_id);
    const holding = (place: Place): number[] => [...found].flatMap(([id, places]) => (places.has(place) ? [id] : []));
    const named = holding('name');
    const groups: readonly number[][] = [
      take(holding('code').length > 0 ? await idsOf(lookup.code(phrase)) : []),
      take(named.length > 0 ? await idsOf(namesFrom(phrase)) : []),
      take(named),
      [...left.keys()],
    ].filter((group) => group.length > 0);
    // Where every one of them counts, those of worse groups are not looked at when better ones are enough.
    const plain = !categories && !buyable;
    const best: number[][] = [];
    for (const group of groups) if (!plain || best.flat().length < limit) best.push(group);
    const query = fitting(
      amongListed(db().from(standing()).whereIn('product.id', best.flat()).select('product.id')),
      asked,
    );
    for (const group of best.slice(0, -1)) void query.orderByRaw(db().raw('product.id in (?) desc', [bound(group)]));
    const rows = (await (plain ? byStanding(query).limit(limit) : byStanding(query))) as { id: number }[];
    return { ids: rows.slice(0, limit).map((row) => row.id), total: plain ? found.size : rows.length };
  }

  const bound = (ids: readonly number[]): Knex.Raw => db().raw(ids.map(() => '?').join(', '), [...ids]);

  /** How many match of those that are many. */
  async function count(narrowed: Narrowed, asked: Asked): Promise<number> {
    const { words, reach, categories, buyable } = asked;
    const plain = narrowed.exact && !categories && !buyable;
    // The index alone tells it, where no term holds the word.
    if (plain && !reach.terms.has(narrowed.word))
      return totalOf(
        db().from(lookup.source(narrowed.word, reach).as('found')).countDistinct({ total: 'found.product_id' }),
      );
    const found = db().from(lookup.source(narrowed.word, reach).as('all_found')).distinct('product_id').as('found');
    const query = db()
      .from(found)
      .whereRaw(isListed('found.product_id', narrowed.exact ? undefined : holdsAll(words, reach)));
    if (buyable)
      void query.whereRaw(
        db().raw(
          "(select product.stock from ? where product.id = found.product_id and product.status = ? and product.visibility = ?) <> 'outofstock'",
          [standing(), LISTED.status, LISTED.visibility],
        ),
      );
    if (categories) void query.whereExists(inCategories(categories, 'found.product_id'));
    return totalOf(query.count({ total: '*' }));
  }

  /** The best of a group, all of which is looked at. */
  async function bestOfAll({ among, predicate }: Group, asked: Asked, most: number): Promise<readonly number[]> {
    const rows = (await byStanding(
      listed(db().from(among().as('all_found')).distinct('product_id'), asked)
        .whereRaw(predicate)
        .select('product.id'),
    ).limit(most)) as { id: number }[];
    return rows.map((row) => row.id);
  }

  /** The best of a group, from the best product of the shop down; undefined where that takes too long. */
  async function bestFirst(group: Group, asked: Asked, most: number): Promise<readonly number[] | undefined> {
    const found: { id: number; rating: number }[] = [];
    for (const stock of IN_STOCK) {
      const some = await bestOf(stock, group, asked, most);
      if (!some) return undefined;
      found.push(...some);
    }
    found.sort((a, b) => b.rating - a.rating || a.id - b.id);
    if (found.length >= most || asked.buyable) return found.slice(0, most).map((row) => row.id);
    const soldOut = await bestOf('outofstock', group, asked, most - found.length);
    return soldOut && [...found, ...soldOut].map((row) => row.id);
  }

  async function bestOf(
    stock: ProductRow['stock'],
    { predicate }: Group,
    { categories }: Asked,
    most: number,
  ): Promise<{ id: number; rating: number }[] | undefined> {
    const found: { id: number; rating: number }[] = [];
    const inOrder = () =>
      db()<ProductRow>('store_products')
        .where({ ...LISTED, stock })
        .orderBy([
          { column: 'shown_rating', order: 'desc' },
          { column: 'id', order: 'asc' },
        ]);
    for (const { from, size } of rounds) {
      const query = db()
        .from(inOrder().select('id', 'shown_rating as rating').limit(size).offset(from).as('best'))
        .whereRaw(isListed('best.id', predicate))
        .orderBy([
          { column: 'best.rating', order: 'desc' },
          { column: 'best.id', order: 'asc' },
        ])
        .limit(most - found.length)
        .select('best.id', 'best.rating');
      if (categories) void query.whereExists(inCategories(categories, 'best.id'));
      found.push(...((await query) as { id: number; rating: number }[]));
      if (
        found.length >= most ||
        (await inOrder()
          .offset(from + size)
          .first('id')) === undefined
      )
        return found;
    }
    return undefined;
  }

  /** The best of products that are many: each group holds the ones before it. */
  async function best(narrowed: Narrowed, asked: Asked): Promise<readonly number[]> {
    const { phrase, words, reach, limit } = asked;
    const found = new Set<number>();
    const named: Reach = { ...reach, places: ['name'], terms: NO_TERMS };
    if (reach.places.includes('code')) {
      const among = (): Knex.QueryBuilder => lookup.code(phrase);
      for (const id of await bestOfAll({ among, predicate: hasCode(phrase) }, asked, limit)) found.add(id);
    }
    const groups = [
      { small: await fewNamed(phrase), group: { among: () => namesFrom(phrase), predicate: beginsName(phrase) } },
      {
        small: (await lookup.narrow(words, named)).few !== undefined,
        group: { among: () => lookup.source(narrowed.word, named), predicate: holdsAll(words, named) },
      },
      { small: false, group: { among: () => lookup.source(narrowed.word, reach), predicate: holdsAll(words, reach) } },
    ];
    for (const { small, group } of groups) {
      if (found.size >= limit) break;
      const most = limit + found.size;
      for (const id of (small ? undefined : await bestFirst(group, asked, most)) ??
        (await bestOfAll(group, asked, most)))
        found.add(id);
    }
    return [...found].slice(0, limit);
  }

  function namesFrom(phrase: string): Knex.QueryBuilder {
    const start = beginning(phrase);
    return db()<TextRow>('store_product_texts')
      .where('listed', 1)
      .where('name_start', '>=', start)
      .where('name_start', '<', `${start}${LAST}`)
      .select('product_id');
  }

  async function fewNamed(phrase: string): Promise<boolean> {
    return ((await namesFrom(phrase).limit(few + 1)) as unknown[]).length <= few;
  }

  async function askedOf({
    words: typed,
    limit,
    categoryId,
    buyable,
    codes,
    terms: inTerms,
  }: ExactQuestion): Promise<Asked> {
    const phrase = foldedLine(typed);
    const words = [...new Set(phrase.split(' '))].filter(Boolean);
    const places: readonly Place[] = codes ? ['name', 'code', 'description'] : ['name', 'description'];
    const held = inTerms && words.length > 0 ? await lookup.termsOf(words) : NO_TERMS;
    return {
      phrase,
      words,
      limit,
      reach: { places, terms: held, all: false },
      categories: categoryId === undefined ? undefined : withDescendants(categoryId, await terms.byId()),
      buyable,
    };
  }

  return {
    async find(question) {
      const asked = await askedOf(question);
      if (asked.words.length === 0 || asked.categories?.length === 0) return NOTHING;
      const narrowed = await lookup.narrow(asked.words, asked.reach);
      if (narrowed.few?.size === 0) return NOTHING;
      // A product of which a term holds the word may be one that visitors do not find.
      if (narrowed.few && narrowed.exact && asked.phrase === narrowed.word && !asked.reach.terms.has(narrowed.word))
        return rankedByPlace(narrowed.few, asked);
      if (narrowed.few) return ranked([...narrowed.few.keys()], asked);
      // Only words that many products have come here, so they are not as many as visitors can think of.
      return remember(
        `store:exactly:${JSON.stringify([asked.phrase, asked.limit, asked.categories, asked.buyable, question.codes, question.terms])}`,
        async () => {
          const total = await count(narrowed, asked);
          if (total > few) return { ids: await best(narrowed, asked), total };
          return ranked(
            db().from(lookup.source(narrowed.word, asked.reach).as('all_found')).distinct('product_id'),
            asked,
          );
        },
      );
    },
  };
}

/** A category and all below it; empty when there is no such category. */
function withDescendants(id: number, terms: ReadonlyMap<number, CatalogueTerm>): number[] {
  if (terms.get(id)?.taxonomy !== 'product_cat') return [];
  const found = new Set([id]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const term of terms.values()) if (found.has(term.parentId)) found.add(term.id);
  }
  return [...found];
}

async function totalOf(query: Knex.QueryBuilder): Promise<number> {
  const [row] = (await query) as { total: number | string }[];
  return Number(row?.total ?? 0);
}
