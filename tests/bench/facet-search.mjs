import { rounded } from './compare.mjs';
import { inBatches, loadEngine, median, ms } from './facet-engine.mjs';

const PRODUCTS = 100_000;
const ROUNDS = 5;
const WORST_MS = 40;

/** Syllables make a vocabulary of some ten thousand words, Polish letters among them. */
const SYLLABLES = ['krze', 'sło', 'łóż', 'ko', 'lam', 'pa', 'sza', 'fa', 'dę', 'bo', 'wy', 'ma', 'ły', 'czer', 'wo', 'ny', 'stół', 'oak', 'ta', 'ble', 'wood', 'en', 'mug', 'lin', 'bla', 'ket', 'żół', 'gar', 'den', 'soft'];

/** What is typed, by kind. */
function drawSearches(words, names, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const swapped = (word) => word.slice(0, 2) + word[3] + word[2] + word.slice(4);
  const many = (make) => Array.from({ length: 12 }, make);
  return {
    word: many(() => pick(words)),
    prefix: many(() => pick(words).slice(0, 3)),
    'two words': many(() => pick(names).split(' ').slice(0, 2).reverse().join(' ')),
    'one letter': [...'klsdmoptw'],
    'typing error': many(() => swapped(pick(words.filter((word) => word.length > 7)))),
  };
}

/** The same from SQLite: full text over folded texts, every word as a prefix; typing errors are beyond it. */
function createSqlSide(records, fold, load) {
  const { DatabaseSync } = load('@photostructure/sqlite');
  const db = new DatabaseSync(':memory:');
  db.exec(`create virtual table texts using fts5(text, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3')`);
  db.exec('begin');
  const row = db.prepare('insert into texts (rowid, text) values (?, ?)');
  for (const { id, text } of records) row.run(id, fold(`${text.name} ${text.other}`));
  db.exec('commit');
  const found = db.prepare('select count(*) n from texts where texts match ?');
  return (search) => found.all(fold(search).split(' ').map((word) => `"${word}"*`).join(' '))[0].n;
}

/** Search by words at 100 000 products, with the order by relevance and a page of products, against counting alone in SQLite's full-text search. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-search-100k',
      async run() {
        const { createMemoryEngine, textSearch, fold, randomRecords, randomStream } = loadEngine(root, load);
        const random = randomStream(31);
        const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
        const records = randomRecords(PRODUCTS, 9).map((record) => ({ ...record, text: { name: `${word()} ${word()} ${record.id}`, codes: [], other: Array.from({ length: 8 }, word).join(' ') } }));
        const words = [...new Set(records.slice(0, 5000).flatMap(({ text }) => text.name.split(' ').slice(0, 2)))];
        const engine = createMemoryEngine({ texts: textSearch });
        await engine.build(inBatches(records));
        const sql = createSqlSide(records, fold, load);
        const ask = (search) => engine.query({ selections: [], ranges: [], scope: [], search, sort: 'relevance', page: 1, perPage: 12, counts: [], bounds: [] });
        const notes = [];
        const ratios = [];
        let worst = 0;
        for (const [kind, searches] of Object.entries(drawSearches(words, records.map(({ text }) => text.name), random))) {
          const typos = kind === 'typing error';
          const times = { own: [], sql: [] };
          for (const search of searches) {
            if (!typos && ask(search).found !== sql(search)) throw new Error(`The sides disagree about “${search}”.`);
            const [own, theirs] = [[], []];
            for (let round = 0; round < ROUNDS; round++) {
              for (const [list, side] of [[own, ask], ...(typos ? [] : [[theirs, sql]])]) {
                const started = process.hrtime.bigint();
                side(search);
                list.push(Number(process.hrtime.bigint() - started) / 1e6);
              }
            }
            times.own.push(median(own));
            if (!typos) times.sql.push(median(theirs));
          }
          worst = Math.max(worst, ...times.own);
          if (!typos) ratios.push(median(times.sql.map((time, i) => time / times.own[i])));
          notes.push(`${kind} ${ms(median(times.own))}${typos ? '' : ` (SQL ${ms(median(times.sql))})`}`);
        }
        const ratio = rounded(WORST_MS / worst);
        return { ratio, bar: 1, holds: ratio >= 1, note: `${WORST_MS} ms ÷ the slowest search at ${PRODUCTS} products, ${ms(worst)}; medians: ${notes.join(', ')}; SQLite FTS5, which only counts, ÷ engine by kind: ${ratios.map(rounded).join(', ')}; numbers found equal` };
      },
    },
  ];
}
