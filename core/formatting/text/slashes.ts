import { rtrim, toText } from '../php/text.js';

/**
 * Removes trailing slashes and backslashes (`untrailingslashit`).
 * @since 0.1.0
 */
export function untrailingslashit(text: string): string {
  return rtrim(text, '/\\');
}

/**
 * Ensures that a text ends with exactly one slash (`trailingslashit`).
 * @since 0.1.0
 */
export function trailingslashit(text: string): string {
  return `${untrailingslashit(text)}/`;
}

/**
 * Removes the scheme and host from a URL (`wp_make_link_relative`).
 * @since 0.1.0
 */
export function wpMakeLinkRelative(link: string): string {
  return link.replace(/^(?:https?:)?\/\/[^/]+(\/?[^\n]*)/i, '$1');
}

/** The prefix of a PHP stream wrapper, such as the scheme of a URL. */
const STREAM_PREFIX = /^(?:https?|ftps?|file|php|data|zip|phar|glob|compress\.zlib):\/\//;

/**
 * Converts backslashes to slashes, and removes repeated slashes except after a scheme (`wp_normalize_path`).
 * @since 0.1.0
 */
export function wpNormalizePath(path: string): string {
  const wrapper = STREAM_PREFIX.exec(path)?.[0] ?? '';
  const slashed = path
    .slice(wrapper.length)
    .replaceAll('\\', '/')
    .replace(/(?<=.)\/+/g, '/');
  return wrapper + (slashed.charAt(1) === ':' ? slashed.charAt(0).toUpperCase() + slashed.slice(1) : slashed);
}

/**
 * Whether a path starts at a root or a drive (`path_is_absolute`).
 * @since 0.1.0
 */
export function pathIsAbsolute(path: string): boolean {
  return /^(?:[/\\]|[a-zA-Z]:\\)/.test(path) && !path.startsWith('\\\\?');
}

/**
 * Joins a folder and a path. An absolute path is returned unchanged (`path_join`).
 * @since 0.1.0
 */
export function pathJoin(base: string, path: string): string {
  return pathIsAbsolute(path) ? path : `${rtrim(base, '/')}/${path}`;
}

/**
 * Returns the last part of a path, without the given suffix (`wp_basename`).
 * @since 0.1.0
 */
export function wpBasename(path: string, suffix = ''): string {
  const name = rtrim(path.replaceAll('\\', '/'), '/').split('/').at(-1) ?? '';
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/**
 * Validates a relative path (`validate_file`). Returns 0 if it is valid, 1 for directory traversal, 2 for a Windows
 * drive, and 3 if it is not in the list.
 * @since 0.1.0
 */
export function validateFile(file: unknown, allowed: readonly string[] = []): 0 | 1 | 2 | 3 {
  if (typeof file === 'object' || file === undefined || file === '') return 0;
  const path = wpNormalizePath(toText(file));
  if (path === '../') return 1;
  const traversals = path.match(/\.\.\//g)?.length ?? 0;
  if (traversals > 1 || (traversals === 1 && !path.endsWith('../'))) return 1;
  if (allowed.length > 0 && !allowed.map(wpNormalizePath).includes(path)) return 3;
  return path.charAt(1) === ':' ? 2 : 0;
}
