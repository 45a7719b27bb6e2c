/** Where things of the old site are now, and how texts are made to say so. */
export interface Addresses {
  /** Has an address of the old site mean one of this one. */
  add(old: string, now: string): void;
  /** A text with what is known of addresses and numbers put right, in HTML, blocks and shortcodes. */
  rewrite(text: string): string;
}

/** What a picture has: its own address, and those of its sizes as `300x200`. */
export interface MediaAddresses {
  readonly url: string;
  readonly sizes: ReadonlyMap<string, string>;
}

const ADDRESS = /(?:https?:)?(?:\\?\/){2}[\p{L}\p{N}.-]+(?::\d+)?(?:\\?\/[^\s"'<>()[\]\\{},|]*)*/giu;
const SIZE = /-(\d+)x(\d+)(\.[a-z0-9]+)$/i;
const BLOCK = /<!--\s+wp:([a-z][a-z0-9/-]*)\s+(\{.*?\})\s+\/?-->/gs;
/** Blocks whose attributes name a file or a post by its number. */
const WITH_NUMBERS = new Set([
  'image',
  'cover',
  'file',
  'audio',
  'video',
  'media-text',
  'gallery',
  'block',
  'navigation-link',
  'navigation-submenu',
]);

/** An address as it is compared: without its scheme, `www.` and what stands behind it. */
function keyOf(address: string): string {
  const plain = address
    .replace(/^(?:https?:)?\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/^www\./i, '');
  let letters = plain;
  try {
    letters = decodeURI(plain);
  } catch {
    // Encoded wrongly: as it is.
  }
  return letters.replace(/\/+$/, '');
}

/** @param post what a post of the old site is here; 0 for nothing */
export function createAddresses(
  oldSite: string,
  siteUrl: string,
  post: (id: number) => number,
): Addresses & { addMedia(old: string, now: MediaAddresses): void } {
  const plain = new Map<string, string>();
  const media = new Map<string, MediaAddresses>();
  const home = keyOf(oldSite);

  function target(found: string): string | undefined {
    const address = found.replaceAll('\\/', '/');
    const key = keyOf(address);
    const file = media.get(key) ?? media.get(key.replace(/-scaled(\.[a-z0-9]+)$/i, '$1'));
    if (file) return file.url;
    const [, width, height, end = ''] = SIZE.exec(key) ?? [];
    const sized =
      width === undefined
        ? undefined
        : (media.get(key.replace(SIZE, end)) ?? media.get(key.replace(SIZE, `-scaled${end}`)));
    if (sized) return sized.sizes.get(`${width}x${height}`) ?? sized.url;
    const page = plain.get(key);
    const behind = /[?#].*$/s.exec(address)?.[0] ?? '';
    if (page !== undefined) return page + behind;
    return home !== '' && key === home && behind === '' ? `${siteUrl}/` : undefined;
  }

  const replaced = (found: string): string => {
    // A full stop behind an address ends the sentence.
    const end = /[.;:!?]+$/.exec(found)?.[0] ?? '';
    const now = target(found.slice(0, found.length - end.length));
    return now === undefined ? found : (found.includes('\\/') ? now.replaceAll('/', '\\/') : now) + end;
  };
  const number = (id: string): string => String(post(Number(id)) || id);
  const numbers = (list: string): string => list.replace(/\d+/g, number);

  return {
    add: (old, now) => void plain.set(keyOf(old), now),
    addMedia: (old, now) => void media.set(keyOf(old), now),
    rewrite: (text) =>
      text
        .replace(ADDRESS, replaced)
        .replace(BLOCK, (whole, name: string, attributes: string) =>
          WITH_NUMBERS.has(name)
            ? whole.replace(attributes, () =>
                attributes
                  .replace(/"(id|mediaId|ref)":(\d+)/g, (_all, key: string, id: string) => `"${key}":${number(id)}`)
                  .replace(/"ids":\[([\d,\s]*)\]/g, (_all, list: string) => `"ids":[${numbers(list)}]`),
              )
            : whole,
        )
        .replace(/\bwp-image-(\d+)\b/g, (_all, id: string) => `wp-image-${number(id)}`)
        .replace(
          /(\[(?:gallery|playlist)\b[^\]]*\b(?:ids|include|exclude)=["'])([\d,\s]+)(["'])/g,
          (_all, before: string, list: string, after: string) => before + numbers(list) + after,
        )
        .replace(
          /(\[caption\b[^\]]*\bid=["']attachment_)(\d+)/g,
          (_all, before: string, id: string) => before + number(id),
        ),
  };
}
