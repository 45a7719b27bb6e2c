/**
 * Parses the text of a JSON file, ignoring the byte order mark that Windows editors add.
 * @throws SyntaxError
 */
export function parseJsonFile(text: string): unknown {
  return JSON.parse(text.replace(/^\ufeff/, ''));
}
