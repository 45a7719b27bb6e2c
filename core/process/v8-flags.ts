import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 inline more small functions. A request passes through hundreds of small functions, many of which V8's
 * limits, chosen for pages in a browser, leave uninlined; with higher limits a page costs a fifteenth less, and a
 * megabyte more of compiled code (`docs/decisions/request-cost.md`). Must be called before the affected code is
 * compiled.
 */
export function inlineMore(): void {
  setFlagsFromString('--max-inlined-bytecode-size=1000');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000');
}
