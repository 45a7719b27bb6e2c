import { createPageStyles } from '../../plugins/compliance/checks/page-styles.js';
import { type Screen, SCREENS } from '../../plugins/compliance/checks/styles/screen.js';
import { parseMedia } from '../../plugins/compliance/checks/styles/stylesheet.js';
import { find, findVisible, parsePage, type SeenElement } from '../../plugins/compliance/checks/visible-element.js';
import { HIDING_METHODS } from './breaks/hiding.js';

const HOME = 'http://shop.example';
const pageWith = (css: string): string =>
  `<!doctype html><html><head><style>${css}</style></head><body><main class="shop"><div id="box" class="card"><p class="omnibus">Lowest price</p><input type="checkbox" class="check-column"><label>Terms</label></div></main></body></html>`;

/** What can be seen of a page in a window. @param files stylesheets of the site, by path */
async function see(
  html: string,
  screen: Screen = SCREENS[0],
  files: Readonly<Record<string, string>> = {},
): Promise<SeenElement> {
  const styles = createPageStyles({ visit: async (path) => files[path] ?? '' }, HOME);
  return findVisible(await styles.load(html), screen);
}
const visibleText = async (css: string, screen?: Screen): Promise<string> => (await see(pageWith(css), screen)).text;

describe('content hidden by stylesheets', () => {
  it.each(
    HIDING_METHODS.filter(({ browserOnly }) => browserOnly === undefined).map(({ name, css }) => [
      name,
      css('.omnibus'),
    ]),
  )('finds text hidden by %s in at least one window', async (_name, css) => {
    const texts = await Promise.all(SCREENS.map((screen) => visibleText(css, screen)));
    expect(texts).toContain('Terms');
  });

  it.each([
    ['main p.omnibus{visibility:hidden}'],
    ['#box > .omnibus { opacity: 0 }'],
    ['[class~="omnibus"] { text-indent: -9999px }'],
    ['p { position: absolute; left: -9999px }'],
    ['.other, .omnibus { display: none }'],
    ['@media screen and (min-width: 40rem) { .omnibus { display: none } }'],
    ['p:not(.price) { display: none }'],
    ['.omnibus { display: block } .omnibus { display: none }'],
    ['#box .omnibus { display: block } .omnibus { display: none !important }'],
    ['/* { */ .omnibus { display: none }'],
    ['@layer a { .omnibus { display: none !important } } .omnibus { display: block !important }'],
    ['@scope (.card) { p { display: none } }'],
    ['body { color: white } .omnibus { color: inherit } label { color: black }'],
    ['.omnibus { color: hsl(0 0% 100%) }'],
    ['.omnibus { color: color-mix(in srgb, black 5%, white) }'],
    ['.omnibus { font: 1px/2 serif }'],
    ['.card { font-size: 10px } .omnibus { font-size: 0.5em } label { font-size: 12px }'],
    ['.omnibus { font-size: calc(1px + 0.1vw) }'],
    ['.omnibus { zoom: 10% }'],
  ])('removes hidden text from the page: %s', async (css) => {
    expect(await visibleText(css)).toBe('Terms');
  });

  it.each([
    ['.omnibus { display: none } .card .omnibus { display: block }'],
    ['.omnibus { display: none !important } #box .omnibus { display: block !important }'],
    ['@media print { .omnibus { display: none } }'],
    ['@media (max-width: 40rem) { .omnibus { display: none } }'],
    ['.omnibus:hover { display: none }'],
    ['.omnibus:focus-within { display: none }'],
    ['.omnibus::before { display: none }'],
    ['p + p { display: none }'],
    ['body > .omnibus { display: none }'],
    ['.omnibusses { display: none }'],
    ['@keyframes gone { to { opacity: 0 } }'],
    ['@media (prefers-color-scheme: dark) { .omnibus { display: none } }'],
    ['@layer a { .omnibus { display: none } } .omnibus { display: block }'],
    ['@layer b, a; @layer a { .omnibus { display: block } } @layer b { .omnibus { display: none } }'],
    ['.card { background: url(dark.jpg) } .omnibus { color: white }'],
    ['.card { background: #222; color: #fff }'],
    ['body { color-scheme: light dark }'],
    ['.card { --ink: #333 } .omnibus { color: var(--none, var(--ink)) }'],
    ['.omnibus { position: relative; left: 10px; transform: translate(-50%, -50%) }'],
    ['.omnibus { opacity: .7; font-size: .75rem }'],
    ['.omnibus { height: 0 }'],
    ['.omnibus { content: '],
  ])('keeps visible text on the page: %s', async (css) => {
    expect(await visibleText(css)).toBe('Lowest price Terms');
  });

  it('follows stylesheets that the page imports, in their order', async () => {
    const html =
      '<html><head><link rel="stylesheet" href="/a.css"><link rel="alternate stylesheet" href="/c.css"></head><body><p class="omnibus">Lowest price</p></body></html>';
    const hidden = '.omnibus { display: none }';
    expect((await see(html, SCREENS[0], { '/a.css': '@import "b.css";', '/b.css': hidden })).text).toBe('');
    expect((await see(html, SCREENS[0], { '/a.css': '@import "b.css" print;', '/b.css': hidden })).text).not.toBe('');
    expect(
      (await see(html, SCREENS[0], { '/a.css': '@import url(b.css); .omnibus { display: block }', '/b.css': hidden }))
        .text,
    ).not.toBe('');
    expect((await see(html, SCREENS[0], { '/c.css': hidden })).text).not.toBe('');
  });

  it('keeps a transparent checkbox that its label draws, but not a removed one', async () => {
    const fields = async (css: string): Promise<number> =>
      find(await see(pageWith(css)), ({ tag }) => tag === 'input').length;
    expect([
      await fields('.check-column { opacity: 0 }'),
      await fields('.check-column { display: none }'),
      await fields('.card { opacity: 0 }'),
    ]).toEqual([1, 0, 0]);
  });

  it('shows neither closed details, nor templates, nor what screen readers or visitors are kept from', () => {
    const text = (html: string): string => parsePage(html).text;
    expect(text('<details><summary>More</summary><p>Hidden</p></details>')).toBe('More');
    expect(text('<details open><summary>More</summary><p>Shown</p></details>')).toBe('More Shown');
    for (const html of [
      '<p hidden>x</p>',
      '<template><p>x</p></template>',
      '<noscript><p>x</p></noscript>',
      '<p aria-hidden="true">x</p>',
      '<dialog><p>x</p></dialog>',
      '<div popover>x</div>',
      '<p class="visually-hidden">x</p>',
      '<p style="display:none">x</p>',
      '<p style="color:#fefefe">x</p>',
    ])
      expect([html, text(html)]).toEqual([html, '']);
  });

  it('removes links whose text is invisible, and keeps visible descendants of invisible elements', async () => {
    const html = (css: string): string =>
      `<html><head><style>${css}</style></head><body><a href="/withdrawal/"><span>Withdraw</span></a></body></html>`;
    const links = async (css: string): Promise<number> => find(await see(html(css)), ({ tag }) => tag === 'a').length;
    expect([
      await links('a { color: #fff }'),
      await links('a { visibility: hidden }'),
      await links('a { visibility: hidden } span { visibility: visible }'),
    ]).toEqual([0, 0, 1]);
  });

  it('evaluates media queries for the window', () => {
    const [desktop, phone, , darkPhone] = SCREENS;
    expect(
      [
        '(max-width: 30em)',
        '(width < 481px)',
        '(min-width: 391px)',
        'screen',
        'print',
        'not screen',
        'not print',
        '(min-width: 300px) and (max-width: 400px)',
        'print, screen',
        '(hover: hover)',
        '(300px <= width <= 400px)',
        'not (min-width: 600px)',
        '(min-width: 600px) or (orientation: portrait)',
      ].map((media) => parseMedia(media)(phone)),
    ).toEqual([true, true, false, true, false, false, true, true, true, false, true, true, true]);
    expect([desktop, darkPhone].map((screen) => parseMedia('(prefers-color-scheme: dark)')(screen))).toEqual([
      false,
      true,
    ]);
  });
});
