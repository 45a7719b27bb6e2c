import { type Post, WpError } from '../../api/index.js';

type Column = keyof Omit<Post, 'id'>;

/** Column sizes of MariaDB in bytes (`text` holds 65,535); SQLite would accept more. */
const BYTES: readonly (readonly [Column, number])[] = [
  ['post_title', 65_535],
  ['post_excerpt', 65_535],
];
const CHARACTERS: readonly (readonly [Column, number])[] = [
  ['post_status', 20],
  ['comment_status', 20],
  ['ping_status', 20],
  ['post_type', 20],
  ['post_mime_type', 100],
  ['post_password', 255],
];
const NUMBERS: readonly Column[] = ['post_author', 'post_parent', 'menu_order'];
const LARGEST = 2 ** 31 - 1;

/** Returns an error if a value exceeds its column on either database engine; otherwise undefined. */
export function valueTooLarge(columns: Omit<Post, 'id'>): WpError | undefined {
  const tooLargeError = (column: Column, max: string): WpError =>
    new WpError('post_value_too_large', `${column} must not be larger than ${max}.`, { status: 400, params: [column] });
  for (const [column, max] of BYTES)
    if (Buffer.byteLength(String(columns[column] ?? '')) > max) return tooLargeError(column, `${max} bytes`);
  for (const [column, max] of CHARACTERS)
    if ([...String(columns[column] ?? '')].length > max) return tooLargeError(column, `${max} characters`);
  for (const column of NUMBERS)
    if (Math.abs(Number(columns[column] ?? 0)) > LARGEST) return tooLargeError(column, String(LARGEST));
  return undefined;
}
