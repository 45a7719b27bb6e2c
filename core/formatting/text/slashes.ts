import { rtrim, toText } from '../php/text.js';

/**
 * Removes trailing slashes and backslashes (`untrailingslashit`).
 * @since 0.1.0
 */
export function untrailingslashit(text: string): string {
  return rtrim(text, '/\\');
}

/**
 * Ensures exactly one trailing slash (`trailingslashit`).
 * @since 0.1.0
 */
export function trailingslashit(text: string): string {
  return `${untrailingslashit(text)}/`;
}

/**
 * Returns the path of a URL on any host (`wp_make_link_relative`).
 * @since 0.1.0
 */
export function wpMakeLinkRelative(link: string): string {
  return link.replace(/^(?:https?:)?\/\/[^/]+(\/?[^\n]*)/i, '$1');
}

/** A stream prefix, such as the protocol of a URL. */
const STREAM = /^(?:https?|ftps?|file|php|data|zip|phar|glob|compress\.zlib):\/\//;

/**
 * Converts to forward slashes and removes doubled ones, except in a protocol (`wp_normalize_path`).
 * @since 0.1.0
 */
export function wpNormalizePath(path: string): string {
  const wrapper = STREAM.exec(path)?.[0] ?? '';
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
 * Joins a folder and a path; an absolute path is returned unchanged (`path_join`).
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
 * Validates a relative path (`validate_file`): 0 valid, 1 contains directory traversal, 2 contains a drive, 3 not in
 * the list.
 * @since 0.1.0
 */
export function validateFile(file: unknown, allowed: readonly string[] = []): 0 | 1 | 2 | 3 {
  if (typeof file === 'object' || file === undefined || file === '') return 0;
  const path = wpNormalizePath(toText(file));
  if (path === '../') return 1;
  const climbs = path.match(/\.\.\//g)?.length ?? 0;
  if (climbs > 1 || (climbs === 1 && !path.endsWith('../'))) return 1;
  if (allowed.length > 0 && !allowed.map(wpNormalizePath).includes(path)) return 3;
  return path.charAt(1) === ':' ? 2 : 0;
}
