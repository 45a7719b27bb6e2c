import type { PersonalDataItem } from '../api/index.js';

/** Returns the fields of an item by label; empty values are left out. */
export function exportFields(values: Readonly<Record<string, unknown>>): PersonalDataItem['data'] {
  return Object.entries(values)
    .filter(([, value]) => value !== '' && value !== null && value !== undefined && value !== false)
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }));
}

/** Characters of email addresses; an address next to one of them is part of a longer address. */
const ADDRESS_CHARACTER = /[\w.+-]/;

/** Whether a text contains an email address, ignoring case, and not only as part of a longer one. */
export function containsEmail(text: string, email: string): boolean {
  const [haystack, needle] = [text.toLowerCase(), email.trim().toLowerCase()];
  if (needle === '') return false;
  for (let position = haystack.indexOf(needle); position >= 0; position = haystack.indexOf(needle, position + 1)) {
    const [before, after] = [
      haystack[position - 1] ?? '',
      haystack.slice(position + needle.length, position + needle.length + 2),
    ];
    // A period may end the sentence.
    const isLonger = ADDRESS_CHARACTER.test(before) || /^(?:[\w+-]|\.\w)/.test(after);
    if (!isLonger) return true;
  }
  return false;
}
