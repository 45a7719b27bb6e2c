import { matchesMedia, createConcealmentTest } from '../../plugins/compliance/checks/concealment.js';
import { parsePage } from '../../plugins/compliance/checks/visible-element.js';

const PAGE =
  '<html><body><main class="shop"><div id="box" class="card"><p class="omnibus">Lowest price</p><input type="checkbox" class="tick"><label>Terms</label></div></main></body></html>';
const visibleText = (css: string, width = 1280): string => parsePage(PAGE, createConcealmentTest([css], width)).text;

describe('content hidden by stylesheets', () => {
  it.each([
    ['.omnibus { display: none }'],
    ['main p.omnibus{visibility:hidden}'],
    ['#box > .omnibus { opacity: 0 }'],
    ['.card .omnibus { font-size: 0 }'],
    ['[class~="omnibus"] { text-indent: -9999px }'],
    ['p { position: absolute; left: -9999px }'],
    ['.other, .omnibus { display: none }'],
    ['@media screen and (min-width: 40rem) { .omnibus { display: none } }'],
    ['@supports (display: grid) { .omnibus { display: none } }'],
    ['@layer theme { .omnibus { clip-path: inset(50%) } }'],
    ['p:not(.price) { display: none }'],
    ['.omnibus { display: block } .omnibus { display: none }'],
    ['#box .omnibus { display: block } .omnibus { display: none !important }'],
    ['/* { */ .omnibus { display: none }'],
  ])('removes hidden text from the page: %s', (css) => {
    expect(visibleText(css)).toBe('Terms');
  });

  it.each([
    ['.omnibus { display: none } .card .omnibus { display: block }'],
    ['.omnibus { display: none !important } #box .omnibus { display: block !important }'],
    ['@media print { .omnibus { display: none } }'],
    ['@media (max-width: 40rem) { .omnibus { display: none } }'],
    ['.omnibus:hover { display: none }'],
    ['.omnibus::before { display: none }'],
    ['p + p { display: none }'],
    ['body > .omnibus { display: none }'],
    ['.omnibusses { display: none }'],
    ['@keyframes gone { to { opacity: 0 } }'],
    ['@media (prefers-color-scheme: dark) { .omnibus { display: none } }'],
  ])('keeps visible text on the page: %s', (css) => {
    expect(visibleText(css)).toBe('Lowest price Terms');
  });

  it('keeps a transparent checkbox that its label draws, but not a removed one', () => {
    const fields = (css: string): number =>
      [...JSON.stringify(parsePage(PAGE, createConcealmentTest([css], 1280))).matchAll(/"tag":"input"/g)].length;
    expect([fields('.tick { opacity: 0 }'), fields('.tick { display: none }')]).toEqual([1, 0]);
  });

  it('evaluates media queries for the window width', () => {
    expect(
      [
        '(max-width: 30em)',
        '(width < 481px)',
        '(min-width: 361px)',
        'screen',
        'print',
        'not screen',
        '(min-width: 300px) and (max-width: 400px)',
        'print, screen',
      ].map((media) => matchesMedia(media, 360)),
    ).toEqual([true, true, false, true, false, false, true, true]);
  });
});
