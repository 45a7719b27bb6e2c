import { type Post, WpError } from '../../api/index.js';

type Column = keyof Omit<Post, 'id'>;

/** Column sizes of MariaDB in bytes (65,535 for `text`). SQLite has no such limits. */
const MAX_BYTES: readonly (readonly [Column, number])[] = [
  ['post_title', 65_535],
  ['post_excerpt', 65_535],
];
const MAX_CHARACTERS: readonly (readonly [Column, number])[] = [
  ['post_status', 20],
  ['comment_status', 20],
  ['ping_status', 20],
  ['post_type', 20],
  ['post_mime_type', 100],
  ['post_password', 255],
];
const NUMBER_COLUMNS: readonly Column[] = ['post_author', 'post_parent', 'menu_order'];
const MAX_NUMBER = 2 ** 31 - 1;

/** Returns an error if a value is too large for its column in MariaDB; otherwise undefined. */
export function checkColumnSizes(columns: Omit<Post, 'id'>): WpError | undefined {
  const tooLargeError = (column: Column, max: string): WpError =>
    new WpError('post_value_too_large', `${column} must not be larger than ${max}.`, { status: 400, params: [column] });
  for (const [column, max] of MAX_BYTES)
    if (Buffer.byteLength(String(columns[column] ?? '')) > max) return tooLargeError(column, `${max} bytes`);
  for (const [column, max] of MAX_CHARACTERS)
    if ([...String(columns[column] ?? '')].length > max) return tooLargeError(column, `${max} characters`);
  for (const column of NUMBER_COLUMNS)
    if (Math.abs(Number(columns[column] ?? 0)) > MAX_NUMBER) return tooLargeError(column, String(MAX_NUMBER));
  return undefined;
}
