import { wpPreKsesLessThan } from '../kses/kses.js';
import { wpCheckInvalidUtf8 } from '../entities/specialchars.js';
import { toText, trim } from '../php/text.js';
import { wpStripAllTags } from '../html/strip-all-tags.js';

const HEX = /[a-fA-F0-9]/;

/** Removes percent-encoded bytes, including those that only appear after an inner one is removed. */
function withoutOctets(text: string): string {
  if (!text.includes('%')) return text;
  const out: string[] = [];
  for (const c of text) {
    out.push(c);
    const n = out.length;
    if (n >= 3 && out[n - 3] === '%' && HEX.test(out[n - 2] ?? '') && HEX.test(c) && (out[n - 2] ?? '').length === 1)
      out.length = n - 3;
  }
  return out.join('');
}

/** The common part of `sanitize_text_field` and `sanitize_textarea_field`. */
export function sanitizeText(value: unknown, keepNewlines: boolean): string {
  let text = wpCheckInvalidUtf8(toText(value));
  if (text.includes('<')) text = wpStripAllTags(wpPreKsesLessThan(text)).replaceAll('<\n', '&lt;\n');
  if (!keepNewlines) text = text.replace(/[\r\n\t ]+/g, ' ');
  text = trim(text);
  const bare = withoutOctets(text);
  return bare === text ? text : trim(bare.replace(/ +/g, ' '));
}
