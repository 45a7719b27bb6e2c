/**
 * Parses the text of a JSON file. A byte order mark, which Windows editors add, is ignored.
 * @throws SyntaxError
 */
export function parseJsonFile(text: string): unknown {
  return JSON.parse(text.replace(/^\ufeff/, ''));
}
