/** A break that scans do not see. */
interface UnseenBreak {
  readonly what: string;
  /** Whether a scan with a browser does not see it either. */
  readonly browser: boolean;
  readonly reason: string;
}

/** Share of the breaks that each kind of scan must see. */
export const MIN_DETECTED = { analysis: 0.85, browser: 0.95 } as const;

/** Breaks that were not seen when one scan had to find several; each alone was not examined. */
const UNEXAMINED = 'not seen in a scan of several breaks; the cause was not examined, nor was it tried with a browser';

export const UNSEEN: readonly UnseenBreak[] = [
  {
    what: 'the price history contains a price that never applied',
    browser: true,
    reason: 'the history is the only record of earlier prices',
  },
  {
    what: 'the lowest price of a variation is wrong',
    browser: true,
    reason: 'the amounts of products with variations are not recalculated',
  },
  {
    what: '.checkout__buy hidden by a negative z-index behind the page',
    browser: false,
    reason: 'which box covers another one depends on the layout',
  },
  {
    what: '.legal-box label hidden by an image in place of its content',
    browser: false,
    reason: 'the size of an image is known only after it has loaded',
  },
  ...[
    'the price of the sofa is changed in the database',
    'a stylesheet hides the withdrawal link on phones',
    'an extension changes the URL of the withdrawal function',
    'the cart shows a higher price than the product page',
    'the contact page has another NIP',
    'the contact page has another address',
    'the contact page has another phone number',
    'the footer does not link to the withdrawal instructions',
    'the lowest price has no amount',
    'the lowest price is shown without tax',
    'the lowest price shown is the regular price',
    'the withdrawal link has a different text',
    'the notice on delivery costs is turned off',
    'the order button says Place order',
    'the order button says Złóż zamówienie',
    'the owner bundles the newsletter with the terms',
    'the owner removes the section on delivery from the terms',
    'the owner removes the section on dispute resolution from the terms',
    'the owner removes the section on reviews and ranking from the terms',
    'the privacy policy contains placeholder text',
    'the terms are in the trash',
    'the terms name another company',
    'the terms name another delivery price',
    'unit prices are hidden',
    'unit prices are printed in 2 px',
    'unit prices are turned off',
  ].map((what) => ({ what, browser: true, reason: UNEXAMINED })),
];

/** Returns the table of the guide. */
export function unseenTable(total: number): string {
  return [
    `The test suite makes ${total} breaks. These are known not to be seen:`,
    '',
    '| Break | With a browser | Why |',
    '| --- | --- | --- |',
    ...UNSEEN.map(({ what, browser, reason }) => `| ${what} | ${browser ? 'not seen' : 'seen'} | ${reason} |`),
  ].join('\n');
}
