import { rounded } from './compare.mjs';
import { inBatches, loadEngine, median, ms } from './facet-engine.mjs';
import { drawTexts, swapped } from './facet-words.mjs';

const PRODUCTS = 100_000;
const ROUNDS = 5;
const WORST_MS = 40;
const BAR = 1;
/** With fewer results than this, the engine also searches for typing errors. */
const ENOUGH = 3;

const PAGE = 12;
const ASKED = 12;

/**
 * Search terms by kind. The engine also finds other forms of a word, SQLite does not. To compare results, only words are used
 * whose forms all start with the typed term and that have enough results to avoid the search for typing errors.
 */
function drawSearches(words, names, { random, compares }) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const many = (make) => {
    const drawn = [];
    for (let tries = 0; drawn.length < ASKED && tries < 20_000; tries++) {
      const search = make();
      if (search !== undefined && !drawn.includes(search) && compares(search)) drawn.push(search);
    }
    if (drawn.length < ASKED) throw new Error('Too few searches can be compared.');
    return drawn;
  };
  const pair = () => {
    const [first, second] = pick(names).split(' ');
    return first.length <= 7 && second.length <= 7 ? `${second} ${first}` : undefined;
  };
  return {
    word: many(() => pick(words)),
    prefix: many(() => pick(words).slice(0, 3)),
    'two words': many(pair),
    'one letter': [...'klsdmoptw'],
    'typing error': Array.from({ length: ASKED }, () => swapped(pick(words.filter((word) => word.length > 7)))),
  };
}

/** Whether a search returns the same results without stemming: all words with the same stem start with the term. */
function createWithoutForms(records, { fold, stemsOf }) {
  const byStem = new Map();
  for (const word of new Set(records.flatMap(({ text }) => fold(`${text.name} ${text.other}`).split(' '))))
    for (const stem of stemsOf(word)) byStem.set(stem, [...(byStem.get(stem) ?? []), word]);
  return (search) =>
    fold(search)
      .split(' ')
      .every((token) =>
        stemsOf(token).every((stem) => (byStem.get(stem) ?? []).every((word) => word.startsWith(token))),
      );
}

/** SQLite side: FTS over normalized texts, each word as a prefix query, without typo tolerance. */
function createSqlSide(records, fold, load) {
  const { DatabaseSync } = load('@photostructure/sqlite');
  const db = new DatabaseSync(':memory:');
  db.exec(`create virtual table texts using fts5(text, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3')`);
  db.exec('begin');
  const row = db.prepare('insert into texts (rowid, text) values (?, ?)');
  for (const { id, text } of records) row.run(id, fold(`${text.name} ${text.other}`));
  db.exec('commit');
  const found = db.prepare('select count(*) n from texts where texts match ?');
  const page = db.prepare(`select rowid from texts where texts match ? order by rank limit ${PAGE}`);
  const words = (search) =>
    fold(search)
      .split(' ')
      .map((word) => `"${word}"*`)
      .join(' ');
  return {
    count: (search) => found.all(words(search))[0].n,
    list: (search) => ({ found: found.all(words(search))[0].n, hits: page.all(words(search)) }),
  };
}

/** Text search over 100,000 products (total and first page by relevance) compared with SQLite FTS, and with SQLite counting only. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-search-100k',
      async run() {
        const { createMemoryEngine, textSearch, fold, stemsOf, randomRecords, randomStream } = loadEngine(root, load);
        const random = randomStream(31);
        const { records, words } = drawTexts(randomRecords(PRODUCTS, 9), random);
        const engine = createMemoryEngine({ texts: textSearch });
        await engine.build(inBatches(records));
        const sql = createSqlSide(records, fold, load);
        const withoutForms = createWithoutForms(records, { fold, stemsOf });
        const compares = (search) => withoutForms(search) && sql.count(search) >= ENOUGH;
        const ask = (search) =>
          engine.query({
            selections: [],
            ranges: [],
            scope: [],
            search,
            sort: 'relevance',
            page: 1,
            perPage: 12,
            counts: [],
            bounds: [],
          });
        const notes = [];
        const ratios = {};
        let worst = 0;
        for (const [kind, searches] of Object.entries(
          drawSearches(
            words,
            records.map(({ text }) => text.name),
            { random, compares },
          ),
        )) {
          const typos = kind === 'typing error';
          const sides = { own: ask, ...(typos ? {} : { list: sql.list, count: sql.count }) };
          const times = searches.map(() => ({ own: [], list: [], count: [] }));
          for (const search of searches)
            if (!typos && ask(search).found !== sql.count(search))
              throw new Error(`The sides disagree about “${search}”.`);
          for (let round = -1; round < ROUNDS; round++) {
            searches.forEach((search, i) => {
              for (const [name, side] of Object.entries(sides)) {
                const started = process.hrtime.bigint();
                side(search);
                if (round >= 0) times[i][name].push(Number(process.hrtime.bigint() - started) / 1e6);
              }
            });
          }
          const medians = times.map(({ own, list, count }) => ({
            own: median(own),
            list: median(list),
            count: median(count),
          }));
          worst = Math.max(worst, ...medians.map(({ own }) => own));
          if (!typos)
            ratios[kind] = {
              list: median(medians.map(({ own, list }) => list / own)),
              count: median(medians.map(({ own, count }) => count / own)),
            };
          notes.push(
            `${kind} ${ms(median(medians.map(({ own }) => own)))}${typos ? '' : ` (SQLite ${ms(median(medians.map(({ list }) => list)))}, counting alone ${ms(median(medians.map(({ count }) => count)))})`}`,
          );
        }
        const ratio = rounded(Math.min(...Object.values(ratios).map(({ list }) => list)));
        const alone = Object.entries(ratios)
          .map(([kind, { count }]) => `${kind} ${rounded(count)}`)
          .join(', ');
        return {
          ratio,
          bar: BAR,
          holds: ratio >= BAR && worst <= WORST_MS,
          note: `SQLite FTS5, number and first page by rank, ÷ engine at ${PRODUCTS} products, the least of its kinds: ${notes.join(', ')}; by FTS5 counting alone: ${alone}; the slowest search ${ms(worst)}, at most ${WORST_MS} ms; numbers found equal`,
        };
      },
    },
  ];
}
