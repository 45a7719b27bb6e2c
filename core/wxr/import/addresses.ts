/** Maps URLs of the old site to this one, and rewrites texts accordingly. */
export interface Addresses {
  /** Maps a URL of the old site, including its query, to one of this site. */
  add(old: string, now: string): void;
  /** Maps an id of the old site, as in `?p=12`, to a URL of this one. */
  addPost(oldId: number, now: string): void;
  /** Rewrites the known URLs and ids in a text, in HTML, blocks and shortcodes. */
  rewrite(text: string): string;
}

/** URLs of an image: its own, and those of its sizes as `300x200`. */
export interface MediaAddresses {
  readonly url: string;
  readonly sizes: ReadonlyMap<string, string>;
}

/** A URL in a text; a quotation mark ends it, also as an entity. */
const ADDRESS =
  /(?:https?:)?(?:\\?\/){2}[\p{L}\p{N}.-]+(?::\d+)?(?:(?:\\?\/|[?#])(?:(?!&(?:quot|apos|#0*39|lt|gt);)[^\s"'<>()[\]\\{},|/?#])*)*/giu;
const SIZE = /-(\d+)x(\d+)(\.[a-z0-9]+)$/i;
const BLOCK = /<!--\s+wp:([a-z][a-z0-9/-]*)\s+(\{.*?\})\s+\/?-->/gs;
/** Blocks whose attributes refer to a file or a post by its id. */
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

/** Parameters that contain an id of the old site. */
const POST_IDS = ['p', 'page_id', 'attachment_id'];
const OTHER_IDS = ['cat', 'author'];
/** Parameters that are irrelevant next to a post's id. */
const BESIDE_ID = [...POST_IDS, 'post_type', 'preview', 'preview_id', 'preview_nonce'];

/** A parsed URL. */
interface Parts {
  /** Without scheme and `www.`, with its characters decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Query and fragment, unmodified. */
  readonly suffix: string;
  readonly fragment: string;
}

function partsOf(address: string): Parts {
  const [, start = '', query = '', fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(plainAmpersands(address)) ?? [];
  const path = decoded(start.replace(/^(?:https?:)?\/\//i, '').replace(/^www\./i, ''))
    .replace(/\/+$/, '')
    .replace(/\/index\.php$/, '');
  return {
    path,
    query: new URLSearchParams(query),
    suffix: address.slice(address.search(/[?#]|$/)),
    fragment,
  };
}

/** Fragments may contain entities, whose `#` does not start a fragment. */
const plainAmpersands = (address: string): string => address.replace(/&(?:amp|#0*38);/g, '&');

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Normalizes path and query for comparison: the order of parameters is irrelevant. */
function keyOf({ path, query }: Pick<Parts, 'path' | 'query'>): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.size === 0 ? path : `${path}?${sorted.toString()}`;
}

/** Appends further parameters and a fragment to a URL. */
function withBehind(address: string, query: URLSearchParams, fragment: string): string {
  if (query.size === 0) return address + fragment;
  return `${address}${address.includes('?') ? '&' : '?'}${query.toString()}${fragment}`;
}

/** @param post returns this site's id of an old site's post; 0 for none */
export function createAddresses(
  oldSite: string,
  siteUrl: string,
  post: (id: number) => number,
): Addresses & { addMedia(old: string, now: MediaAddresses): void } {
  const plain = new Map<string, string>();
  const posts = new Map<number, string>();
  const media = new Map<string, MediaAddresses>();
  const home = partsOf(oldSite).path;

  /** Returns the new URL of a file; a query after it requests another size of it. */
  function fileAt(key: string): string | undefined {
    const file = media.get(key) ?? media.get(key.replace(/-scaled(\.[a-z0-9]+)$/i, '$1'));
    if (file) return file.url;
    const [, width, height, end = ''] = SIZE.exec(key) ?? [];
    const sized =
      width === undefined
        ? undefined
        : (media.get(key.replace(SIZE, end)) ?? media.get(key.replace(SIZE, `-scaled${end}`)));
    return sized && (sized.sizes.get(`${width}x${height}`) ?? sized.url);
  }

  /** Returns the target of a URL without a path: the post named in its query, or the home page. */
  function fromHome({ query, suffix, fragment }: Parts): string | undefined {
    const name = POST_IDS.find((one) => query.has(one));
    if (name !== undefined) {
      const now = posts.get(Number(query.get(name)));
      const others = new URLSearchParams([...query].filter(([one]) => !BESIDE_ID.includes(one)));
      return now === undefined ? undefined : withBehind(now, others, fragment);
    }
    return OTHER_IDS.some((one) => query.has(one)) ? undefined : `${siteUrl}/${suffix}`;
  }

  function target(found: string): string | undefined {
    const parts = partsOf(found.replaceAll('\\/', '/'));
    const exact = plain.get(keyOf(parts));
    if (exact !== undefined) return exact + parts.fragment;
    const file = fileAt(parts.path);
    if (file !== undefined) return file;
    if (home !== '' && parts.path === home) return fromHome(parts);
    const page = plain.get(parts.path);
    return page === undefined ? undefined : page + parts.suffix;
  }

  const replaced = (found: string): string => {
    // Punctuation after a URL belongs to the sentence.
    const end = /[.;:!?]+$/.exec(found)?.[0] ?? '';
    const now = target(found.slice(0, found.length - end.length));
    return now === undefined ? found : (found.includes('\\/') ? now.replaceAll('/', '\\/') : now) + end;
  };
  const number = (id: string): string => String(post(Number(id)) || id);
  const numbers = (list: string): string => list.replace(/\d+/g, number);

  return {
    add(old, now) {
      const parts = partsOf(old);
      // A page that was the home page there need not be the home page here.
      if (keyOf(parts) !== home) plain.set(keyOf(parts), now);
    },
    addPost: (oldId, now) => void posts.set(oldId, now),
    addMedia: (old, now) => void media.set(partsOf(old).path, now),
    rewrite: (text) =>
      text
        .replace(ADDRESS, replaced)
        .replace(BLOCK, (block, name: string, attributes: string) =>
          WITH_NUMBERS.has(name)
            ? block.replace(attributes, () =>
                attributes
                  .replace(/"(id|mediaId|ref)":(\d+)/g, (_all, key: string, id: string) => `"${key}":${number(id)}`)
                  .replace(/"ids":\[([\d,\s]*)\]/g, (_all, list: string) => `"ids":[${numbers(list)}]`),
              )
            : block,
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
