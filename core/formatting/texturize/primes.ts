import { AFTER_CLOSE } from './characters.js';
import { countOccurrences } from '../php/text.js';

const QUOTE_PLACEHOLDER = '<!--wp-prime-or-quote-->';

/** Replaces the placeholders in the text after an opening quote, of which only one is the closing quote. */
function resolveCandidates(sentence: string, prime: string, close: string, primes: RegExp): string {
  let replaced = false;
  let out = sentence.replace(new RegExp(`(?<!\\d)${QUOTE_PLACEHOLDER}`, 'g'), () => {
    replaced = true;
    return close;
  });
  if (!replaced) {
    const beforePeriod = out.lastIndexOf(`${QUOTE_PLACEHOLDER}.`);
    const position = beforePeriod >= 0 ? beforePeriod : out.lastIndexOf(QUOTE_PLACEHOLDER);
    out = out.slice(0, position) + close + out.slice(position + QUOTE_PLACEHOLDER.length);
  }
  out = out.replace(primes, prime).replace(new RegExp(`(?<=\\d)${QUOTE_PLACEHOLDER}`, 'g'), prime);
  return out.replaceAll(QUOTE_PLACEHOLDER, close);
}

/** Decides for each remaining quotation mark if it is a closing quote or a prime, as in 6′2″ (`wptexturize_primes`). */
export function wptexturizePrimes(text: string, quoteMark: string, prime: string, open: string, close: string): string {
  const quotes = new RegExp(quoteMark + AFTER_CLOSE, 'g');
  const primes = new RegExp(`(?<=\\d)${quoteMark}`, 'g');
  const sentences = text.split(open).map((sentence, index) => {
    if (!sentence.includes(quoteMark)) return sentence;
    let out = sentence;
    if (index > 0 && !sentence.includes(close)) {
      out = sentence.replace(quotes, QUOTE_PLACEHOLDER);
      const candidates = countOccurrences(out, QUOTE_PLACEHOLDER);
      if (candidates > 1) out = resolveCandidates(out, prime, close, primes);
      else out = out.replaceAll(QUOTE_PLACEHOLDER, close).replace(primes, prime);
    } else {
      out = out.replace(primes, prime).replace(quotes, close);
    }
    return quoteMark === '"' ? out.replaceAll('"', close) : out;
  });
  return sentences.join(open);
}
