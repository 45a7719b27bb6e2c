import { AFTER_CLOSE } from './characters.js';
import { countOf } from '../php/text.js';

const FLAG = '<!--wp-prime-or-quote-->';

/** Resolves a piece of text after an opening quote that has several possible closing quotes. */
function settleSeveral(sentence: string, prime: string, close: string, primes: RegExp): string {
  let replaced = false;
  let out = sentence.replace(new RegExp(`(?<!\\d)${FLAG}`, 'g'), () => {
    replaced = true;
    return close;
  });
  if (!replaced) {
    const beforePeriod = out.lastIndexOf(`${FLAG}.`);
    const at = beforePeriod >= 0 ? beforePeriod : out.lastIndexOf(FLAG);
    out = out.slice(0, at) + close + out.slice(at + FLAG.length);
  }
  out = out.replace(primes, prime).replace(new RegExp(`(?<=\\d)${FLAG}`, 'g'), prime);
  return out.replaceAll(FLAG, close);
}

/**
 * Determines for each remaining quote mark whether it is a closing quote or a prime, as in 6′2″ (`wptexturize_primes`).
 */
export function wptexturizePrimes(text: string, mark: string, prime: string, open: string, close: string): string {
  const quotes = new RegExp(mark + AFTER_CLOSE, 'g');
  const primes = new RegExp(`(?<=\\d)${mark}`, 'g');
  const sentences = text.split(open).map((sentence, index) => {
    if (!sentence.includes(mark)) return sentence;
    let out = sentence;
    if (index > 0 && !sentence.includes(close)) {
      out = sentence.replace(quotes, FLAG);
      const candidates = countOf(out, FLAG);
      if (candidates > 1) out = settleSeveral(out, prime, close, primes);
      else out = out.replaceAll(FLAG, close).replace(primes, prime);
    } else {
      out = out.replace(primes, prime).replace(quotes, close);
    }
    return mark === '"' ? out.replaceAll('"', close) : out;
  });
  return sentences.join(open);
}
