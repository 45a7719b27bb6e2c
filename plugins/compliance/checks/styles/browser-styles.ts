import { parseStylesheet, type Stylesheet } from './stylesheet.js';

/** What browsers apply to each page before its own stylesheets (HTML Standard, 15.3), as far as it affects visibility. */
const BROWSER_CSS = `
  [hidden], template, script, style, head, noscript, datalist, param, rp { display: none }
  dialog:not([open]), [popover], area { display: none }
  details:not([open]) > :not(summary) { content-visibility: hidden }
  a[href] { color: LinkText }
  mark { color: MarkText; background-color: Mark }
  h1 { font-size: 2em }
  h2 { font-size: 1.5em }
  h3 { font-size: 1.17em }
  h5 { font-size: 0.83em }
  h6 { font-size: 0.67em }
  small, sub, sup { font-size: smaller }
  button, input, select, textarea {
    color: FieldText; background-color: Field; font-size: 13.333px; text-indent: 0; letter-spacing: normal
  }
  button, input[type=button], input[type=submit], input[type=reset] { color: ButtonText; background-color: ButtonFace }
`;

let browserStyles: Stylesheet | undefined;

/** Returns the parsed styles of browsers; parsed once, when the first page is analyzed. */
export function getBrowserStyles(): Stylesheet {
  browserStyles ??= parseStylesheet(BROWSER_CSS);
  return browserStyles;
}
