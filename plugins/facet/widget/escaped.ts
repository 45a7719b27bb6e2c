const SPECIAL = /[&<>"'`=]/;
const EACH = /[&<>"'`=]/g;
const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};

/** A text as the views write it, between tags and in attributes. */
export function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(EACH, (letter) => NAMES[letter] ?? letter) : text;
}
