import { setFlagsFromString } from 'node:v8';

/**
 * Has the engine put more of small functions into those that call them. A request goes through some hundreds of small functions, of which V8's
 * bounds, chosen for pages in a browser, leave many to be called; a page costs a fifteenth less, and a megabyte more of compiled code
 * (`docs/decisions/request-cost.md`). To be called before the code that is to profit is compiled.
 */
export function inlineMore(): void {
  setFlagsFromString('--max-inlined-bytecode-size=1000');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000');
}
