import { isKnownExtension, isUploadExtension } from './mime-types.js';
import { trim } from '../php/text.js';

/** Characters that file names must not have. */
export const FILE_NAME_SPECIAL: readonly string[] = [
  '?',
  '[',
  ']',
  '/',
  '\\',
  '=',
  '<',
  '>',
  ':',
  ';',
  ',',
  "'",
  '"',
  '&',
  '$',
  '#',
  '*',
  '(',
  ')',
  '|',
  '~',
  '`',
  '!',
  '{',
  '}',
  '%',
  '+',
  '’',
  '«',
  '»',
  '”',
  '“',
  '\0',
];

/**
 * A file name that is safe on every system (`sanitize_file_name`): special characters go, white
 * space becomes a dash, endings in the middle that are not allowed get an underscore.
 * @param name accents already removed
 */
export function cleanFileName(name: string, special: readonly string[]): string {
  let file = name.replaceAll('\u00a0', ' ');
  for (const character of special) file = file.replaceAll(character, '');
  file = file
    .replaceAll('%20', '-')
    .replaceAll('+', '-')
    .replace(/\.{2,}/g, '.')
    .replace(/[\r\n\t -]+/g, '-');
  file = trim(file, '.-_');
  if (!file.includes('.') && isKnownExtension(file)) file = `unnamed-file.${file}`;
  const parts = file.split('.');
  if (parts.length <= 2) return file;
  const last = parts.pop() ?? '';
  const [first = '', ...middle] = parts;
  const marked = middle.map((part) =>
    /^[a-zA-Z]{2,5}\d?$/.test(part) && !isUploadExtension(part) ? `${part}_` : part,
  );
  return [first, ...marked, last].join('.');
}
