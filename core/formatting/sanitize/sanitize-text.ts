import { wpPreKsesLessThan } from '../kses/kses.js';
import { wpCheckInvalidUtf8 } from '../entities/specialchars.js';
import { toText, trim } from '../php/text.js';
import { wpStripAllTags } from '../html/strip-all-tags.js';

const HEX_DIGIT = /[a-fA-F0-9]/;

/** Removes percent-encoded bytes, including those that appear only after an inner one was removed. */
function removeOctets(text: string): string {
  if (!text.includes('%')) return text;
  const out: string[] = [];
  for (const c of text) {
    out.push(c);
    const n = out.length;
    if (
      n >= 3 &&
      out[n - 3] === '%' &&
      HEX_DIGIT.test(out[n - 2] ?? '') &&
      HEX_DIGIT.test(c) &&
      (out[n - 2] ?? '').length === 1
    )
      out.length = n - 3;
  }
  return out.join('');
}

/** Performs the common steps of `sanitize_text_field` and `sanitize_textarea_field`. */
export function sanitizeText(value: unknown, keepNewlines: boolean): string {
  let text = wpCheckInvalidUtf8(toText(value));
  if (text.includes('<')) text = wpStripAllTags(wpPreKsesLessThan(text)).replaceAll('<\n', '&lt;\n');
  if (!keepNewlines) text = text.replace(/[\r\n\t ]+/g, ' ');
  text = trim(text);
  const withoutOctetsText = removeOctets(text);
  return withoutOctetsText === text ? text : trim(withoutOctetsText.replace(/ +/g, ' '));
}
