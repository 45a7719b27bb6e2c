/** A break that scans do not see. */
interface UnseenBreak {
  readonly what: string;
  /** Whether a scan with a browser does not see it either. */
  readonly browser: boolean;
  readonly reason: string;
}

/** Share of the breaks that each kind of scan must see. */
export const MIN_DETECTED = { analysis: 0.85, browser: 0.95 } as const;

export const UNSEEN: readonly UnseenBreak[] = [
  {
    what: 'a menu calls the shop ecological',
    browser: true,
    reason: 'the texts of links are not searched for claims, since they repeat names that are judged elsewhere',
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
];

/** Returns the breaks that a scan did not see although it is expected to. */
export const findUnexpected = (unseen: Iterable<string>, withBrowser: boolean): readonly string[] => {
  const known = new Set(UNSEEN.filter(({ browser }) => !withBrowser || browser).map(({ what }) => what));
  return [...unseen].filter((what) => !known.has(what));
};

/** Returns the share of breaks that a kind of scan sees, in percent, rounded down to one decimal. */
const shareSeen = (total: number, unseen: number): string =>
  (Math.floor((1000 * (total - unseen)) / total) / 10).toFixed(1);

/** Returns the text and the table of the guide. */
export function unseenTable(total: number): string {
  const byBoth = UNSEEN.filter(({ browser }) => browser).length;
  return [
    `The test suite makes ${total} breaks. A scan without a browser sees ${total - UNSEEN.length} of them (${shareSeen(total, UNSEEN.length)}%), a scan with one is expected to see ${total - byBoth} (${shareSeen(total, byBoth)}%). These are not seen:`,
    '',
    '| Break | With a browser | Why |',
    '| --- | --- | --- |',
    ...UNSEEN.map(({ what, browser, reason }) => `| ${what} | ${browser ? 'not seen' : 'seen'} | ${reason} |`),
  ].join('\n');
}
