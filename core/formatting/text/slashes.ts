import { rtrim, toText } from '../php/text.js';

/** Without slashes and backslashes at the end (`untrailingslashit`). @since 0.1.0 */
export function untrailingslashit(text: string): string {
  return rtrim(text, '/\\');
}

/** With exactly one slash at the end (`trailingslashit`). @since 0.1.0 */
export function trailingslashit(text: string): string {
  return `${untrailingslashit(text)}/`;
}

/** The path of an address on any host (`wp_make_link_relative`). @since 0.1.0 */
export function wpMakeLinkRelative(link: string): string {
  return link.replace(/^(?:https?:)?\/\/[^/]+(\/?[^\n]*)/i, '$1');
}

/** What stands before a path that is no file's own, such as that of an address. */
const STREAM = /^(?:https?|ftps?|file|php|data|zip|phar|glob|compress\.zlib):\/\//;

/** Forward slashes only, none doubled but those of a protocol (`wp_normalize_path`). @since 0.1.0 */
export function wpNormalizePath(path: string): string {
  const wrapper = STREAM.exec(path)?.[0] ?? '';
  const slashed = path
    .slice(wrapper.length)
    .replaceAll('\\', '/')
    .replace(/(?<=.)\/+/g, '/');
  return wrapper + (slashed.charAt(1) === ':' ? slashed.charAt(0).toUpperCase() + slashed.slice(1) : slashed);
}

/** Whether a path begins at a root or a drive (`path_is_absolute`). @since 0.1.0 */
export function pathIsAbsolute(path: string): boolean {
  return /^(?:[/\\]|[a-zA-Z]:\\)/.test(path) && !path.startsWith('\\\\?');
}

/** A path inside a folder; an absolute one stays what it is (`path_join`). @since 0.1.0 */
export function pathJoin(base: string, path: string): string {
  return pathIsAbsolute(path) ? path : `${rtrim(base, '/')}/${path}`;
}

/** The last part of a path, without this ending (`wp_basename`). @since 0.1.0 */
export function wpBasename(path: string, suffix = ''): string {
  const name = rtrim(path.replaceAll('\\', '/'), '/').split('/').at(-1) ?? '';
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/**
 * Whether a path stays where it should (`validate_file`): 0 yes, 1 it climbs out, 2 it names a
 * drive, 3 it is not on the list.
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
