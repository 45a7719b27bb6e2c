import type { Formatting, OptionsApi } from '../../api/index.js';

/** The taxonomies whose archives have a base path in the settings. */
export const TAXONOMY_BASES: ReadonlyMap<string, 'category' | 'tag'> = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
]);

/** The site's URLs and its permalink pattern. */
export interface LinkBase {
  homeUrl(path?: string): Promise<string>;
  siteUrl(path?: string): Promise<string>;
  structure(): Promise<string>;
  /** Adds a trailing slash if the pattern has one (`user_trailingslashit`). */
  slashed(url: string): Promise<string>;
  /** Returns the part before the first placeholder: `/blog/` in `/blog/%postname%/`. */
  front(): Promise<string>;
  base(kind: 'category' | 'tag'): Promise<string>;
}

export function createLinkBase(
  options: Pick<OptionsApi, 'getOption'>,
  formatting: Pick<Formatting, 'untrailingslashit' | 'trailingslashit'>,
): LinkBase {
  const siteUrlFor = async (option: string, path: string): Promise<string> => {
    const stored = await options.getOption(option);
    const base = formatting.untrailingslashit(String(stored));
    return path === '' ? base : `${base}/${path.replace(/^\/+/, '')}`;
  };
  const structure = async (): Promise<string> => {
    const pattern = await options.getOption<string | false>('permalink_structure');
    return String(pattern || '');
  };

  return {
    homeUrl: (path = '') => siteUrlFor('home', path),
    siteUrl: (path = '') => siteUrlFor('siteurl', path),
    structure,
    slashed: async (url) => {
      const pattern = await structure();
      return pattern.endsWith('/') ? formatting.trailingslashit(url) : formatting.untrailingslashit(url);
    },
    front: async () => {
      const pattern = await structure();
      const first = pattern.indexOf('%');
      return first < 0 ? '/' : pattern.slice(0, first);
    },
    base: async (kind) => {
      const customBase = await options.getOption<string | false>(`${kind}_base`);
      return String(customBase || '') || kind;
    },
  };
}
