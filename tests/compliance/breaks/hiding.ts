/** A way to hide elements by a stylesheet. */
export interface HidingMethod {
  readonly name: string;
  /** @param selector selector of the elements to hide */
  css(selector: string): string;
  /** Why an analysis without a browser cannot know it. */
  readonly browserOnly?: string;
}

const declare =
  (declarations: string): HidingMethod['css'] =>
  (selector) =>
    `${selector} { ${declarations} }`;

/** Ways to hide content that shops, themes and plugins use. */
export const HIDING_METHODS: readonly HidingMethod[] = [
  { name: 'display: none', css: declare('display: none !important') },
  { name: 'visibility: hidden', css: declare('visibility: hidden !important') },
  { name: 'opacity: 0.01', css: declare('opacity: 0.01') },
  { name: 'font-size: 0', css: declare('font-size: 0 !important') },
  { name: 'font-size: 1px', css: declare('font-size: 1px !important') },
  { name: 'the color of the background', css: declare('color: #fff !important; background: #fff !important') },
  {
    name: 'the color of the background as a custom property',
    css: (selector) =>
      `:root { --same: rgb(250 250 250) } ${selector} { --ink: var(--same); color: var(--ink) !important; background-color: var(--same) !important }`,
  },
  { name: 'a transparent color', css: declare('color: rgba(0, 0, 0, 0.02) !important') },
  { name: 'a transparent fill', css: declare('-webkit-text-fill-color: transparent') },
  { name: 'an off-screen position', css: declare('position: absolute !important; left: -9999px') },
  { name: 'an off-screen inset', css: declare('position: fixed !important; inset: auto auto auto -100vw') },
  { name: 'a negative margin', css: declare('margin-left: -9999px !important') },
  { name: 'text-indent', css: declare('text-indent: -9999px; display: block; overflow: hidden') },
  { name: 'clip', css: declare('position: absolute !important; clip: rect(0, 0, 0, 0) !important') },
  { name: 'clip-path: inset', css: declare('clip-path: inset(50%)') },
  { name: 'clip-path: circle', css: declare('clip-path: circle(0)') },
  { name: 'a height of 0', css: declare('display: block !important; height: 0 !important; overflow: hidden') },
  { name: 'a max-height of 0', css: declare('display: block !important; max-height: 0; overflow: clip; padding: 0') },
  {
    name: 'a width of 0',
    css: declare('display: block !important; width: 0 !important; overflow: hidden; white-space: nowrap'),
  },
  { name: 'transform: scale(0)', css: declare('display: inline-block; transform: scale(0)') },
  { name: 'scale: 0', css: declare('display: inline-block; scale: 0') },
  { name: 'a translation off the page', css: declare('display: inline-block; transform: translateX(-9999px)') },
  { name: 'rotateY(90deg)', css: declare('display: inline-block; transform: rotateY(90deg)') },
  { name: 'content-visibility: hidden', css: declare('display: block; content-visibility: hidden') },
  { name: 'filter: opacity(0)', css: declare('filter: opacity(0)') },
  { name: 'a mask', css: declare('mask-image: linear-gradient(transparent, transparent)') },
  {
    name: 'an animation that ends invisible',
    css: (selector) => `@keyframes gone { to { opacity: 0 } } ${selector} { animation: gone 1ms forwards }`,
  },
  {
    name: 'a generated box that covers it',
    css: (selector) =>
      `${selector} { position: relative } ${selector}::after { content: ""; position: absolute; inset: 0; background: #fff }`,
  },
  { name: 'phones only', css: (selector) => `@media (max-width: 480px) { ${selector} { display: none !important } }` },
  { name: 'desktops only', css: (selector) => `@media (width > 60em) { ${selector} { display: none !important } }` },
  {
    name: 'dark mode only',
    css: (selector) =>
      `@media (prefers-color-scheme: dark) { ${selector} { color: #111 !important; background: #111 !important } }`,
  },
  { name: 'a nested rule', css: (selector) => `body { & :is(${selector}) { display: none !important } }` },
  { name: 'a nested media query', css: (selector) => `${selector} { @media screen { display: none !important } }` },
  { name: ':has()', css: (selector) => `html:has(body) :is(${selector}) { display: none !important }` },
  { name: ':nth-child()', css: (selector) => `:is(${selector}):nth-child(n) { display: none !important }` },
  { name: ':not(:focus)', css: (selector) => `:is(${selector}):not(:focus) { display: none !important }` },
  { name: 'a cascade layer', css: (selector) => `@layer theme { ${selector} { display: none !important } }` },
  { name: '@supports', css: (selector) => `@supports (display: grid) { ${selector} { display: none !important } }` },
  { name: 'letter-spacing', css: declare('letter-spacing: -2em') },
  {
    name: 'a negative z-index behind the page',
    css: (selector) =>
      `body { isolation: isolate } main, footer { background: var(--color-page, #fff) } ${selector} { position: relative; z-index: -1 }`,
    browserOnly: 'which box covers another one depends on the layout',
  },
  {
    name: 'an image in place of its content',
    css: declare(
      'content: url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%221%22 height=%221%22/%3E") !important; display: inline-block !important',
    ),
    browserOnly: 'the size of an image is known only after it has loaded',
  },
];
