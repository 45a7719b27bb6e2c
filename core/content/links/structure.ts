import type { Formatting, OptionsApi, PermalinksApi } from '../../api/index.js';

/** The site's addresses and the pattern of its permalinks. */
export type LinkBase = ReturnType<typeof createLinkBase>;

export function createLinkBase(options: Pick<OptionsApi, 'getOption'>, formatting: Pick<Formatting, 'untrailingslashit' | 'trailingslashit'>) {
  const join = async (option: string, path: string): Promise<string> => {
    const base = formatting.untrailingslashit(String(await options.getOption(option)));
    return path === '' ? base : `${base}/${path.replace(/^\/+/, '')}`;
  };
  const structure = async (): Promise<string> => String((await options.getOption<string>('permalink_structure')) || '');
  const homeUrl: PermalinksApi['homeUrl'] = (path = '') => join('home', path);

  return {
    homeUrl,
    siteUrl: ((path = '') => join('siteurl', path)) as PermalinksApi['siteUrl'],
    structure,
    /** A slash at the end if the pattern has one (`user_trailingslashit`). */
    async slashed(url: string): Promise<string> {
      return (await structure()).endsWith('/') ? formatting.trailingslashit(url) : formatting.untrailingslashit(url);
    },
    /** What stands before the first placeholder: `/blog/` in `/blog/%postname%/`. */
    async front(): Promise<string> {
      const pattern = await structure();
      const first = pattern.indexOf('%');
      return first < 0 ? '/' : pattern.slice(0, first);
    },
    async base(kind: 'category' | 'tag'): Promise<string> {
      return String((await options.getOption<string>(`${kind}_base`)) || '') || kind;
    },
  };
}
