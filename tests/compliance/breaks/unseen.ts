/** A break that scans do not see. */
interface UnseenBreak {
  readonly what: string;
  /** Whether a scan with a browser does not see it either. */
  readonly browser: boolean;
  readonly reason: string;
}

/** Share of the breaks that each kind of scan must see. */
export const MIN_SEEN = { analysis: 0.85, browser: 0.95 } as const;

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
    what: 'a maker in China has no country',
    browser: true,
    reason: 'the country is a field of its own, and addresses are not interpreted',
  },
  { what: 'a maker’s address is a dash', browser: true, reason: 'an address is not judged' },
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
