/** A break that scans do not see. */
interface UnseenBreak {
  readonly what: string;
  /** Whether a scan with a browser does not see it either. */
  readonly browser: boolean;
  readonly reason: string;
}

/** Share of the breaks that each kind of scan must see. */
export const MIN_SEEN = { analysis: 0.85, browser: 0.95 } as const;

/** Breaks that were not seen when one scan had to find several; each alone was not examined. */
const UNEXAMINED = 'not seen in a scan of several breaks; the cause was not examined, nor was it tried with a browser';

export const UNSEEN: readonly UnseenBreak[] = [
  {
    what: 'a price that never applied is in the history',
    browser: true,
    reason: 'the history is the only record of earlier prices',
  },
  {
    what: 'a version’s lowest price is false',
    browser: true,
    reason: 'the amounts of products with versions are not recomputed',
  },
  {
    what: '.checkout__buy hidden by a negative z-index behind the page',
    browser: false,
    reason: 'which box lies above another one follows from the layout',
  },
  {
    what: '.legal-box label hidden by a replaced content',
    browser: false,
    reason: 'the size of a picture is known after it was loaded',
  },
  ...[
    'a price is changed in the database',
    'a stylesheet hides the link on telephones',
    'an extension changes the address of the function',
    'the cart shows a higher price than the product page',
    'the contact page has another NIP',
    'the contact page has another address',
    'the contact page has another telephone number',
    'the footer lost the withdrawal instructions',
    'the line has no amount',
    'the line names a price without tax',
    'the line names the regular price',
    'the link has other words',
    'the notice on delivery costs is switched off',
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
    'unit prices are switched off',
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
