import { createTextEnvironment } from '../conformance/areas/site-free.js';

const { formatting: f, shortcodes, blocks } = createTextEnvironment();

const PARSERS: [name: string, run: (text: string) => unknown][] = [
  ['wptexturize', f.wptexturize],
  ['wpautop', (text) => f.wpautop(text)],
  ['wpKsesPost', f.wpKsesPost],
  ['forceBalanceTags', f.forceBalanceTags],
  ['makeClickable', f.makeClickable],
  ['wpStripAllTags', (text) => f.wpStripAllTags(text)],
  ['sanitizeTextField', f.sanitizeTextField],
  ['sanitizeTitle', (text) => f.sanitizeTitle(text)],
  ['escHtml', f.escHtml],
  ['escUrl', (text) => f.escUrl(text)],
  ['addQueryArg', (text) => f.addQueryArg('a', 'b', text)],
  ['convertSmilies', f.convertSmilies],
  ['wpFilterContentTags', f.wpFilterContentTags],
  ['shortcodeParseAtts', shortcodes.shortcodeParseAtts],
  ['shortcodeUnautop', shortcodes.shortcodeUnautop],
  ['doShortcode', (text) => shortcodes.doShortcode(text)],
  ['parseBlocks', blocks.parseBlocks],
  ['doBlocks', (text) => blocks.doBlocks(text)],
];

const FRAGMENTS = [
  '<',
  '>',
  '</',
  '/>',
  '<p>',
  '</p>',
  '<b class="',
  '<a href=',
  '<pre>',
  '</pre>',
  '<br />',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<script>',
  '"',
  "'",
  '[',
  ']',
  '[num',
  '[nest]',
  '[/nest]',
  '[[echo]]',
  '/',
  '=',
  '&',
  '&amp;',
  '&#',
  ';',
  '%41',
  '%',
  '\n',
  '\n\n',
  ' ',
  '\t',
  '\0',
  'http://a.b',
  'a@b.co',
  '--',
  '...',
  '9',
  'x',
  '<!-- wp:oracle/dyn ',
  '{"n":',
  '1}',
  ' /-->',
  '<!-- /wp:oracle/dyn -->',
  '<!-- wp:paragraph -->',
  'ż',
  '😀',
  '\ud800',
  '\u00a0',
  ':)',
  '(',
  ')',
  '?',
  '#',
  '\\',
  '{',
  '}',
];

/** Seeded random integers below `limit`. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Processor time of one run in milliseconds; unaffected by other processes. */
function cpuMilliseconds(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Whether all of three runs take longer; garbage collection or compilation can slow down a single one. */
function takesLongerThan(limitMs: number, run: () => unknown): boolean {
  return [1, 2, 3].every(() => cpuMilliseconds(run) > limitMs);
}

test.each(PARSERS)('%s takes any text without an error, each within 50 ms of processor time', (_name, run) => {
  const below = numbers(20260102);
  for (let i = 0; i < 100000; i++) {
    let text = '';
    for (let length = below(14); length > 0; length--) text += FRAGMENTS[below(FRAGMENTS.length)] ?? '';
    if (takesLongerThan(50, () => run(text))) throw new Error(`slow: ${JSON.stringify(text)}`);
  }
});

const HOSTILE = [
  '<p ',
  '<p>',
  '<a href="',
  '[num',
  '[num]',
  '[nest]',
  '<!--',
  '<script>',
  '&',
  '"',
  "'",
  ' ',
  '\n',
  '1.',
  '1x',
  '%4',
  'x="',
  '<li><p>',
  '<br />',
  '://',
  'a.',
  '<!-- wp:a/b {"a":',
  '[[',
  '(',
];

test.each(PARSERS.filter(([name]) => name !== 'doBlocks'))(
  '%s takes 40,000 repeated characters in linear time',
  (_name, run) => {
    const slow = HOSTILE.filter((fragment) => {
      const text = fragment.repeat(Math.ceil(40000 / fragment.length));
      return takesLongerThan(700, () => run(text));
    });
    expect(slow).toEqual([]);
  },
);
