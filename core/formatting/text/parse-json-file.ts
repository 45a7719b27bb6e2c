/**
 * The value of a JSON file's text; the byte order mark that editors of Windows write before it is passed over.
 * @throws SyntaxError
 */
export function parseJsonFile(text: string): unknown {
  return JSON.parse(text.replace(/^\ufeff/, ''));
}
