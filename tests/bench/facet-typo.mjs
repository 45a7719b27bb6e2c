import { rounded } from './compare.mjs';
import { inBatches, loadEngine, median, ms } from './facet-engine.mjs';
import { drawShopTexts, swapped } from './facet-words.mjs';
import { loadPeer } from './peer.mjs';

const PRODUCTS = 100_000;
const TYPOS = 30;
const SHOWN = 6;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const BAR = 20;
const FUZZY = 0.2;

/** Suggestions for misspelled words, compared with `minisearch` with fuzzy and prefix search over the same normalized texts. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-typo-100k',
      /** Runs only when named: it needs a package that is not a dependency of the site. */
      large: true,
      async run() {
        const MiniSearch = await loadPeer('minisearch');
        const { createMemoryEngine, textSearch, fold, randomRecords, randomStream } = loadEngine(root, load);
        const random = randomStream(31);
        const { records, words } = drawShopTexts(randomRecords(PRODUCTS, 9), random);
        const engine = createMemoryEngine({ texts: textSearch });
        await engine.build(inBatches(records));
        const peer = new MiniSearch({ fields: ['text'], processTerm: (term) => fold(term) });
        peer.addAll(records.map(({ id, text }) => ({ id, text: `${text.name} ${text.other}` })));
        const having = new Map();
        for (const { id, text } of records)
          for (const word of new Set(fold(`${text.name} ${text.other}`).split(' '))) {
            if (!having.has(word)) having.set(word, []);
            having.get(word).push(id);
          }
        const long = words.filter((word) => word.length > 7);
        const meant = Array.from({ length: TYPOS }, () => long[Math.floor(random() * long.length)]).filter(
          (word) => !having.has(fold(swapped(word))),
        );
        const ask = (search, limit) => engine.suggest(search, [], limit).map(({ id }) => id);
        const askPeer = (search) => peer.search(search, { fuzzy: FUZZY, prefix: true }).map(({ id }) => id);
        const recall = { own: [], peer: [] };
        for (const word of meant) {
          const wanted = having.get(fold(word));
          const share = (found) => wanted.filter((id) => found.has(id)).length / wanted.length;
          recall.own.push(share(new Set(ask(swapped(word), PRODUCTS))));
          recall.peer.push(share(new Set(askPeer(swapped(word)))));
        }
        const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
        const times = meant.map(() => ({ own: [], peer: [] }));
        for (let round = -1; round < ROUNDS; round++) {
          meant.forEach((word, i) => {
            for (const [name, side] of Object.entries({
              own: () => ask(swapped(word), SHOWN),
              peer: () => askPeer(swapped(word)).slice(0, SHOWN),
            })) {
              const started = process.hrtime.bigint();
              side();
              if (round >= 0) times[i][name].push(Number(process.hrtime.bigint() - started) / 1e6);
            }
          });
        }
        const [own, theirs] = [times.map((time) => median(time.own)), times.map((time) => median(time.peer))];
        const ratio = rounded(median(theirs.map((time, i) => time / own[i])));
        const [ownRecall, peerRecall] = [mean(recall.own), mean(recall.peer)];
        return {
          ratio,
          bar: BAR,
          holds: ratio >= BAR && ownRecall >= peerRecall,
          note: `minisearch (fuzzy ${FUZZY}, prefix) ÷ engine, median of ${meant.length} words as they stand in names, two letters changed round, at ${PRODUCTS} products with 2,500 words: engine ${ms(median(own))}, minisearch ${ms(median(theirs))}; of the products that have the word meant, the engine finds ${rounded(100 * ownRecall)} %, minisearch ${rounded(100 * peerRecall)} %`,
        };
      },
    },
  ];
}
