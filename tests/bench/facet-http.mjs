import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { plinth, startSite } from './serving/production.mjs';

const PRODUCTS = 100_000;
const ROUNDS = 40;

/** One selection of each kind, ordered by how common it is. */
const FILTERED = [
  '/shop/?sf_stock[]=instock',
  '/shop/?sf_price[min]=50&sf_price[max]=200',
  '/shop/?sf_on_sale[]=yes&sf_orderby=price',
  '/product-category/CATEGORY/?sf_stock[]=instock&sf_orderby=popularity',
];
/** The store's own lists without the filter plugin, in the same orders. */
const OWN = [
  '/shop/',
  '/shop/?sf_orderby=rating',
  '/shop/?sf_orderby=price',
  '/product-category/CATEGORY/?sf_orderby=popularity',
];

/** Search terms as typed: complete words, a prefix, a single letter, two words, a typing error. */
const SEARCHES = ['krzeslo', 'lam', 'k', 'czarny kubek', 'krzselo'].map(
  (words) => `/shop/?sf_q=${encodeURIComponent(words)}`,
);
const DISTINCT = 300;

/**
 * URLs as visitors reach them: starting at a list, following one offered filter link after the other; each URL once.
 * Also warms the site up.
 */
async function walk(base, random) {
  const page = async (address) => (await fetch(base + address)).text();
  const pick = (list) => list[Math.floor(random() * random() * list.length)];
  const categories = [...(await page('/shop/')).matchAll(/product-category\/([\w-]+)\//g)].map(([, slug]) => slug);
  const offered = (html) => {
    const form = html.slice(html.indexOf('data-facet-fragment="facets_html"'), html.indexOf('data-facet-apply'));
    return [
      ...form.matchAll(/<input type="(?:checkbox|radio)"[^>]*name="(sf_[\w-]+?)(?:\[\])?" value="([^"]+)"([^>]*)>/g),
    ].flatMap(([, name, value, rest]) => (/disabled|checked/.test(rest) ? [] : [[name, value]]));
  };
  const addresses = new Set();
  while (addresses.size < DISTINCT) {
    const path = random() < 0.35 ? `/product-category/${pick(categories)}/` : '/shop/';
    const chosen = new URLSearchParams();
    let html = await page(path);
    for (let step = 1 + Math.floor(random() * 4); step > 0; step--) {
      const what = random();
      if (what < 0.15) chosen.set('sf_price', `${Math.floor(random() * 100)}-${150 + Math.floor(random() * 200)}`);
      else if (what < 0.3) chosen.set('sf_orderby', pick(['popularity', 'rating', 'date', 'price', 'price-desc']));
      else {
        const [name, value] = pick(offered(html));
        chosen.set(name, value);
      }
      html = await page(`${path}?${chosen}`);
      if (!html.includes('data-price')) break;
      addresses.add(`${path}?${chosen}`);
    }
  }
  return [...addresses];
}

/** Seeded random numbers between 0 and 1. */
function stream(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const ms = (value) => `${value.toFixed(1)} ms`;

async function timed(base, address) {
  const started = process.hrtime.bigint();
  const answer = await fetch(base + address);
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('data-price'))
    throw new Error(`${address} answered ${answer.status} without products.`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** Complete pages of a shop of 100,000 products over HTTP: filtered lists, and the store's own SQL lists without the filter plugin. */
export function benches({ root }) {
  return [
    {
      name: 'facet-http-100k',
      async run() {
        const parent = mkdtempSync(path.join(tmpdir(), 'plinth-bench-'));
        const [withFilter, without] = [path.join(parent, 'with'), path.join(parent, 'without')];
        const sites = [];
        try {
          plinth(root, withFilter, 'core', 'install', '--no-demo');
          plinth(root, withFilter, 'store', 'generate', String(PRODUCTS));
          cpSync(withFilter, without, { recursive: true });
          plinth(root, without, 'plugin', 'deactivate', 'facet');
          const filter = await startSite(
            root,
            withFilter,
            (text) => text.includes('data-facet-fragment') && text.includes('data-price'),
          );
          sites.push(filter);
          const own = await startSite(root, without, (text) => text.includes('data-price'));
          sites.push(own);
          const category =
            /\/product-category\/([\w-]+)\//.exec(await (await fetch(`${own.base}/shop/`)).text())?.[1] ?? '';
          const distinct = [];
          const addresses = await walk(filter.base, stream(7));
          const times = { filtered: FILTERED.map(() => []), own: OWN.map(() => []), searched: SEARCHES.map(() => []) };
          for (let round = -3; round < ROUNDS; round++) {
            for (let i = 0; i < FILTERED.length; i++) {
              const [a, b] = [
                await timed(filter.base, FILTERED[i].replace('CATEGORY', category)),
                await timed(own.base, OWN[i].replace('CATEGORY', category)),
              ];
              if (round < 0) continue;
              times.filtered[i].push(a);
              times.own[i].push(b);
            }
            for (let i = 0; i < SEARCHES.length; i++) {
              const time = await timed(filter.base, SEARCHES[i]);
              if (round >= 0) times.searched[i].push(time);
            }
            // Each URL once, so that no response comes from a cache.
            if (round >= 0)
              for (const address of addresses.slice((round * DISTINCT) / ROUNDS, ((round + 1) * DISTINCT) / ROUNDS))
                distinct.push(await timed(filter.base, address));
          }
          const p50 = { filtered: times.filtered.map(median), own: times.own.map(median) };
          const ratio = rounded(median(p50.own) / median(p50.filtered));
          return {
            ratio,
            bar: 1,
            holds: ratio >= 1,
            note: `own SQL list ÷ filtered page over HTTP, ${PRODUCTS} products, medians of ${ROUNDS}: filtered ${p50.filtered.map(ms).join(', ')}; own lists without the plugin ${p50.own.map(ms).join(', ')}; ${DISTINCT} distinct addresses ${ms(median(distinct))}; searches ${times.searched.map(median).map(ms).join(', ')}`,
          };
        } finally {
          for (const site of sites) await site.stop();
          rmSync(parent, { recursive: true, force: true });
        }
      },
    },
  ];
}
