import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What was weak in the filter that came before ours, each with what keeps it from coming back: the file, and the promise in it. */
const KEPT: readonly (readonly [number: string, weakness: string, file: string, promise: string])[] = [
  [
    'W01',
    'going back over a price breaks the page',
    'facet/browser',
    'W1 goes back over a price, and a price that was taken away stays away',
  ],
  [
    'W02',
    'an error of the server is swapped in as the list',
    'facet/browser',
    'W2 says so when the server does not answer, keeps the list, and tries again',
  ],
  [
    'W03',
    'a parent category has only its own products',
    'facet/index',
    'W3 counts products of child categories with their parents',
  ],
  [
    'W04',
    'the list of a category holds the whole catalogue',
    'facet/search-engines',
    'F5 filters the pages of brands, tags and attributes, each with facets of its own',
  ],
  [
    'W05',
    'counts hold hidden products that the list leaves out',
    'facet/shop',
    'C1 finds as many as every count beside every value promises',
  ],
  [
    'W06',
    'a chosen value without products vanishes with its choice',
    'facet/widget',
    'W6 keeps a chosen value in sight when nothing is found with it',
  ],
  ['W07', 'a search ends at two hundred products', 'facet/search', 'W7 finds more than 200 products'],
  [
    'W08',
    'typing errors are forgiven where words are right',
    'facet/search',
    'W8 forgives typing errors only when it is told to, and still wants all words',
  ],
  [
    'W09',
    'suggestions within several values find nothing',
    'facet/rest',
    'W9 suggests within what is chosen, several values included',
  ],
  [
    'W10',
    'letters that are not Latin cannot be filtered by',
    'facet/widget',
    'W10 finds letters that are not Latin as people type them, copy them, and as they are stored',
  ],
  [
    'W11',
    'only prices have ranges, with ends that follow nothing',
    'facet/widget',
    'U8 ends its slider where what the other facets leave ends, in stops that follow the products, with bars',
  ],
  [
    'W12',
    'an empty list of facets brings the first ones back',
    'facet/rest',
    'W12 an empty list of facets is a choice',
  ],
  [
    'W13',
    'a sold-out variation matches',
    'facet/shop',
    'W13 shows the version that was found: its picture, its price, its stock, and its page',
  ],
  [
    'W14',
    'a page past the end says that there is nothing',
    'facet/shop',
    'S3 knows no page beyond the last of any list',
  ],
  [
    'W15',
    'two widgets overwrite the state of each other',
    'facet/widget',
    'W15 gives two widgets on a page states of their own, and each keeps that of the other',
  ],
  ['W16', 'products stand on two pages, or on none', 'facet/widget', 'pages without overlap to the last product'],
  [
    'W17',
    'services cannot be replaced once they were used',
    'facet/booted',
    'W17 lets an extension replace a service that has been used already, for as long as it is active',
  ],
  [
    'W18',
    'renamed and moved terms stay as they were',
    'facet/index',
    'W18 follows a new name and a new parent of a category',
  ],
  [
    'W19',
    'a product vanishes while it is written',
    'facet/slow-database',
    'wherever a reader is held up while others write, it answers from a whole index',
  ],
  [
    'W20',
    'the filter is empty while the index is built',
    'facet/index',
    'W20 lets nobody see a partial index while it is built anew',
  ],
  [
    'W21',
    'lists of ids are sent as bindings of a query',
    'facet/engine',
    'answers 250 random queries as going through every product does',
  ],
  [
    'W22',
    'counting goes through tables',
    'facet/counting',
    'is how many products have it under everything else that was chosen',
  ],
  [
    'W23',
    'answers are made anew, and cannot be kept',
    'facet/changed-answers',
    'W23 have a twin by GET with a tag: nothing is sent again until something of it changes',
  ],
  [
    'W24',
    'all values of all facets are sent with every click',
    'facet/changed-answers',
    'W24 carry what is different alone: under 4 KB in the middle over random clicks, and the page is what it would be',
  ],
  [
    'W25',
    'search engines are told nothing',
    'facet/search-engines',
    'S6 releases what the owner releases, and nothing else: its own words, the sitemap, links, and its further pages',
  ],
  ['W26', 'without a script there is no filter', 'facet/browser', 'W26 works without JavaScript, at phone width too'],
  [
    'W27',
    'the focus is lost with every change',
    'facet/browser',
    'A2 ticks a box, keeps the focus on it, says the number, and goes back',
  ],
  [
    'W28',
    'what is announced is replaced with the list',
    'facet/browser',
    'A2 ticks a box, keeps the focus on it, says the number, and goes back',
  ],
  [
    'W29',
    'groups and fields have no names, and ids come twice',
    'facet/widget',
    'W15 gives two widgets on a page states of their own, and each keeps that of the other',
  ],
  [
    'W30',
    'the drawer closes with each tick, and is no dialog',
    'facet/browser',
    'A8 is a dialog on a phone: several choices, the number on the button, Escape and the focus back',
  ],
  [
    'W31',
    'pages are bare numbers, and turning one leaves the focus',
    'facet/browser',
    'U14 turns a page, moves to the top of the list, and U9 comes back to it from a product',
  ],
  [
    'W32',
    'anybody may ask without end',
    'facet/guarded-addresses',
    'R2 answers 429 with Retry-After to a crawler that loads combinations, and lets it have lists and landing pages',
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
    'W34 goes back and forth with variables that are no names of facets',
  ],
  ['W35', 'texts become markup', 'facet/widget', 'W35 lets no text of a visitor or owner become markup'],
  [
    'W36',
    'tables and settings stay behind',
    'facet/booted',
    'W36 leaves nothing behind when it is deleted with its data',
  ],
];

describe('the weaknesses of before', () => {
  it('are all named, once each', () => {
    expect(KEPT.map(([number]) => number)).toEqual(
      Array.from({ length: 36 }, (_, i) => `W${String(i + 1).padStart(2, '0')}`),
    );
  });

  it.each(KEPT)('%s (%s) are kept out by a promise in %s', (_number, _weakness, file, promise) => {
    expect(readFileSync(join(__dirname, '..', `${file}.test.ts`), 'utf8')).toContain(promise);
  });
});
