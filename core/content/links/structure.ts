import { andThen, type Formatting, type MaybePromise } from '../../api/index.js';
import type { OptionsNow } from '../../options/index.js';

/** The taxonomies whose archives have a base path in the settings. */
export const BASES: ReadonlyMap<string, 'category' | 'tag'> = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
]);

/** The site's URLs and its permalink pattern; asynchronous only if options have to be loaded. */
export interface LinkBase {
  homeUrl(path?: string): MaybePromise<string>;
  siteUrl(path?: string): MaybePromise<string>;
  structure(): MaybePromise<string>;
  /** Adds a trailing slash if the pattern has one (`user_trailingslashit`). */
  slashed(url: string): MaybePromise<string>;
  /** Returns the part before the first placeholder: `/blog/` in `/blog/%postname%/`. */
  front(): MaybePromise<string>;
  base(kind: 'category' | 'tag'): MaybePromise<string>;
}

export function createLinkBase(
  options: OptionsNow,
  formatting: Pick<Formatting, 'untrailingslashit' | 'trailingslashit'>,
): LinkBase {
  const join = (option: string, path: string): MaybePromise<string> =>
    andThen(options.optionNow(option), (address) => {
      const base = formatting.untrailingslashit(String(address));
      return path === '' ? base : `${base}/${path.replace(/^\/+/, '')}`;
    });
  const structure = (): MaybePromise<string> =>
    andThen(options.optionNow<string | false>('permalink_structure'), (pattern) => String(pattern || ''));

  return {
    homeUrl: (path = '') => join('home', path),
    siteUrl: (path = '') => join('siteurl', path),
    structure,
    slashed: (url) =>
      andThen(structure(), (pattern) =>
        pattern.endsWith('/') ? formatting.trailingslashit(url) : formatting.untrailingslashit(url),
      ),
    front: () =>
      andThen(structure(), (pattern) => {
        const first = pattern.indexOf('%');
        return first < 0 ? '/' : pattern.slice(0, first);
      }),
    base: (kind) => andThen(options.optionNow<string | false>(`${kind}_base`), (word) => String(word || '') || kind),
  };
}
