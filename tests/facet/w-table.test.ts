import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Weaknesses of an earlier filter plugin, each with the test that prevents it: its file and title. */
const WEAKNESSES: readonly (readonly [number: string, weakness: string, file: string, promise: string])[] = [
  [
    'W01',
    'going back over a price breaks the page',
    'facet/browser',
    'W1 goes back through price ranges until the price is gone',
  ],
  [
    'W02',
    'an error of the server is swapped in as the list',
    'facet/browser',
    'W2 shows an error, keeps the list and retries when the server fails',
  ],
  [
    'W03',
    'a parent category has only its own products',
    'facet/index',
    'W3 counts products of child categories with their parents',
  ],
  [
    'W04',
    'the list of a category holds the whole catalog',
    'facet/search-engines',
    'F5 filters pages of brands, tags and attributes, without their own facet',
  ],
  [
    'W05',
    'counts hold hidden products that the list leaves out',
    'facet/shop',
    'C1 finds as many products as every count promises',
  ],
  [
    'W06',
    'a chosen value without products vanishes with its choice',
    'facet/widget',
    'W6 keeps a chosen value visible when it has no results',
  ],
  ['W07', 'a search ends at two hundred products', 'facet/search', 'W7 finds more than 200 products'],
  [
    'W08',
    'typing errors are forgiven where words are right',
    'facet/search',
    'W8 tolerates typos only when enabled, and still requires all words',
  ],
  [
    'W09',
    'suggestions within several values find nothing',
    'facet/rest',
    'W9 suggests within the current choice, also of several values',
  ],
  [
    'W10',
    'letters that are not Latin cannot be filtered by',
    'facet/widget',
    'W10 matches non-Latin slugs as typed, percent-encoded or stored',
  ],
  [
    'W11',
    'only prices have ranges, with ends that follow nothing',
    'facet/widget',
    'U8 limits the price slider to the remaining products and draws its histogram',
  ],
  [
    'W12',
    'an empty list of facets brings the first ones back',
    'facet/rest',
    'W12 stores an empty list of facets as a choice',
  ],
  [
    'W13',
    'a sold-out variation matches',
    'facet/shop',
    'W13 shows the found variation with its image, price and product page',
  ],
  [
    'W14',
    'a page past the end says that there is nothing',
    'facet/shop',
    'S3 returns 404 beyond the last page of any list',
  ],
  [
    'W15',
    'two widgets overwrite the state of each other',
    'facet/widget',
    'W15 gives two widgets on a page separate state that each preserves',
  ],
  ['W16', 'products stand on two pages, or on none', 'facet/widget', 'paginates through every product exactly once'],
  [
    'W17',
    'services cannot be replaced once they were used',
    'facet/booted',
    'W17 lets an active extension replace a service that was already used',
  ],
  [
    'W18',
    'renamed and moved terms stay as they were',
    'facet/index',
    'W18 follows a changed name and parent of a category',
  ],
  [
    'W19',
    'a product vanishes while it is written',
    'facet/slow-database',
    'responds from a whole index when a reader is delayed at any step',
  ],
  ['W20', 'the filter is empty while the index is built', 'facet/index', 'W20 shows no partial index during a rebuild'],
  [
    'W21',
    'lists of ids are sent as bindings of a query',
    'facet/engine',
    'returns the same for 250 random queries as a brute-force search',
  ],
  [
    'W22',
    'counting goes through tables',
    'facet/counting',
    'C2 counts the products under everything else that was chosen',
  ],
  [
    'W23',
    'answers are made anew, and cannot be kept',
    'facet/filter-responses',
    'W23 responds to GET with an ETag and 304 until something changes',
  ],
  [
    'W24',
    'all values of all facets are sent with every click',
    'facet/widget',
    'W24 renders a large category tree level by level',
  ],
  [
    'W25',
    'search engines are told nothing',
    'facet/search-engines',
    'S6 lets search engines index landing pages only, with own texts, sitemap and links',
  ],
  ['W26', 'without a script there is no filter', 'facet/browser', 'W26 works without JavaScript, at phone width too'],
  [
    'W27',
    'the focus is lost with every change',
    'facet/browser',
    'A2 keeps focus after ticking a checkbox, announces the count and goes back',
  ],
  [
    'W28',
    'what is announced is replaced with the list',
    'facet/browser',
    'A2 keeps focus after ticking a checkbox, announces the count and goes back',
  ],
  [
    'W29',
    'groups and fields have no names, and ids come twice',
    'facet/widget',
    'W15 gives two widgets on a page separate state that each preserves',
  ],
  [
    'W30',
    'the drawer closes with each tick, and is no dialog',
    'facet/browser',
    'A8 opens as a dialog on a phone and restores focus on Escape',
  ],
  [
    'W31',
    'pages are bare numbers, and turning one leaves the focus',
    'facet/browser',
    'U14 moves to the top on paging, and U9 returns there from a product',
  ],
  [
    'W32',
    'anybody may ask without end',
    'facet/guarded-addresses',
    'R2 returns 429 with Retry-After to crawlers, but exempts lists and landing pages',
  ],
  [
    'W33',
    'a kept page has a nonce that runs out',
    'facet/rest',
    'R3 needs no nonce, and R4 changes nothing that is stored',
  ],
  [
    'W34',
    'a variable of the address breaks the script',
    'facet/top-products-browser',
    'W34 goes back and forward with unrelated query variables',
  ],
  ['W35', 'texts become markup', 'facet/widget', 'W35 escapes all texts of visitors and owners'],
  ['W36', 'tables and settings stay behind', 'facet/booted', 'W36 leaves nothing behind when deleted with its data'],
];

describe('known weaknesses (W1–W36)', () => {
  it('lists every weakness exactly once', () => {
    expect(WEAKNESSES.map(([number]) => number)).toEqual(
      Array.from({ length: 36 }, (_, i) => `W${String(i + 1).padStart(2, '0')}`),
    );
  });

  it.each(WEAKNESSES)('%s (%s) is covered by a test in %s', (_number, _weakness, file, promise) => {
    expect(readFileSync(join(__dirname, '..', `${file}.test.ts`), 'utf8')).toContain(promise);
  });
});
