/** Maps URLs of the old site to this one, and rewrites texts accordingly. */
export interface UrlMap {
  /** Maps a URL of the old site, including its query, to one of this site. */
  add(old: string, now: string): void;
  /** Maps an id of the old site, as in `?p=12`, to a URL of this one. */
  addPost(oldId: number, now: string): void;
  /** Rewrites the known URLs and ids in a text, in HTML, blocks and shortcodes. */
  rewrite(text: string): string;
}

/** URLs of an image: its own, and those of its sizes as `300x200`. */
export interface MediaUrls {
  readonly url: string;
  readonly sizes: ReadonlyMap<string, string>;
}

/** A URL in a text; a quotation mark ends it, also as an entity. */
const URL_PATTERN =
  /(?:https?:)?(?:\\?\/){2}[\p{L}\p{N}.-]+(?::\d+)?(?:(?:\\?\/|[?#])(?:(?!&(?:quot|apos|#0*39|lt|gt);)[^\s"'<>()[\]\\{},|/?#])*)*/giu;
const SIZE_SUFFIX = /-(\d+)x(\d+)(\.[a-z0-9]+)$/i;
const BLOCK_COMMENT = /<!--\s+wp:([a-z][a-z0-9/-]*)\s+(\{.*?\})\s+\/?-->/gs;
/** Blocks whose attributes refer to a file or a post by its id. */
const BLOCKS_WITH_IDS = new Set([
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

/** Query parameters that contain an id of a post of the old site. */
const POST_IDS = ['p', 'page_id', 'attachment_id'];
const OTHER_IDS = ['cat', 'author'];
/** Query parameters that are irrelevant next to a post's id. */
const IGNORED_BESIDE_ID = [...POST_IDS, 'post_type', 'preview', 'preview_id', 'preview_nonce'];

/** A parsed URL. */
interface UrlParts {
  /** The URL without scheme and `www.`, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Query and fragment, unmodified. */
  readonly suffix: string;
  readonly fragment: string;
}

function parseUrl(url: string): UrlParts {
  const [, start = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(decodeAmpersands(url)) ?? [];
  const path = decodeUrl(start.replace(/^(?:https?:)?\/\//i, '').replace(/^www\./i, ''))
    .replace(/\/+$/, '')
    .replace(/\/index\.php$/, '');
  return {
    path,
    query: new URLSearchParams(query),
    suffix: url.slice(url.search(/[?#]|$/)),
    fragment,
  };
}

/** Decodes ampersands: the `#` of an entity does not start a fragment. */
const decodeAmpersands = (url: string): string => url.replace(/&(?:amp|#0*38);/g, '&');

function decodeUrl(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Returns a key for comparing path and query, in which the order of parameters is irrelevant. */
function comparisonKey({ path, query }: Pick<UrlParts, 'path' | 'query'>): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.size === 0 ? path : `${path}?${sorted.toString()}`;
}

/** Appends query parameters and a fragment to a URL. */
function appendQuery(url: string, query: URLSearchParams, fragment: string): string {
  if (query.size === 0) return url + fragment;
  return `${url}${url.includes('?') ? '&' : '?'}${query.toString()}${fragment}`;
}

/** @param findPostId returns this site's id of an old site's post; 0 for none */
export function createUrlMap(
  oldSite: string,
  siteUrl: string,
  findPostId: (id: number) => number,
): UrlMap & { addMedia(old: string, now: MediaUrls): void } {
  const exactUrls = new Map<string, string>();
  const posts = new Map<number, string>();
  const media = new Map<string, MediaUrls>();
  const oldHome = parseUrl(oldSite).path;

  /** Returns the new URL of a file. A query is dropped, because it requests another size of the file. */
  function findFileUrl(key: string): string | undefined {
    const file = media.get(key) ?? media.get(key.replace(/-scaled(\.[a-z0-9]+)$/i, '$1'));
    if (file) return file.url;
    const [, width, height, end = ''] = SIZE_SUFFIX.exec(key) ?? [];
    const sized =
      width === undefined
        ? undefined
        : (media.get(key.replace(SIZE_SUFFIX, end)) ?? media.get(key.replace(SIZE_SUFFIX, `-scaled${end}`)));
    return sized && (sized.sizes.get(`${width}x${height}`) ?? sized.url);
  }

  /** Returns the target of a URL without a path: the post named in its query, or the home page. */
  function resolveHomeUrl({ query, suffix, fragment }: UrlParts): string | undefined {
    const name = POST_IDS.find((candidate) => query.has(candidate));
    if (name !== undefined) {
      const now = posts.get(Number(query.get(name)));
      const others = new URLSearchParams([...query].filter(([parameter]) => !IGNORED_BESIDE_ID.includes(parameter)));
      return now === undefined ? undefined : appendQuery(now, others, fragment);
    }
    return OTHER_IDS.some((candidate) => query.has(candidate)) ? undefined : `${siteUrl}/${suffix}`;
  }

  function resolveUrl(found: string): string | undefined {
    const parts = parseUrl(found.replaceAll('\\/', '/'));
    const exact = exactUrls.get(comparisonKey(parts));
    if (exact !== undefined) return exact + parts.fragment;
    const file = findFileUrl(parts.path);
    if (file !== undefined) return file;
    if (oldHome !== '' && parts.path === oldHome) return resolveHomeUrl(parts);
    const page = exactUrls.get(parts.path);
    return page === undefined ? undefined : page + parts.suffix;
  }

  const replaceUrl = (found: string): string => {
    // Punctuation after a URL belongs to the sentence.
    const punctuation = /[.;:!?]+$/.exec(found)?.[0] ?? '';
    const now = resolveUrl(found.slice(0, found.length - punctuation.length));
    return now === undefined ? found : (found.includes('\\/') ? now.replaceAll('/', '\\/') : now) + punctuation;
  };
  const mapId = (id: string): string => String(findPostId(Number(id)) || id);
  const mapIds = (list: string): string => list.replace(/\d+/g, mapId);

  return {
    add(old, now) {
      const parts = parseUrl(old);
      // The home page of the old site need not be the home page of this one.
      if (comparisonKey(parts) !== oldHome) exactUrls.set(comparisonKey(parts), now);
    },
    addPost: (oldId, now) => void posts.set(oldId, now),
    addMedia: (old, now) => void media.set(parseUrl(old).path, now),
    rewrite: (text) =>
      text
        .replace(URL_PATTERN, replaceUrl)
        .replace(BLOCK_COMMENT, (block, name: string, attributes: string) =>
          BLOCKS_WITH_IDS.has(name)
            ? block.replace(attributes, () =>
                attributes
                  .replace(/"(id|mediaId|ref)":(\d+)/g, (_all, key: string, id: string) => `"${key}":${mapId(id)}`)
                  .replace(/"ids":\[([\d,\s]*)\]/g, (_all, list: string) => `"ids":[${mapIds(list)}]`),
              )
            : block,
        )
        .replace(/\bwp-image-(\d+)\b/g, (_all, id: string) => `wp-image-${mapId(id)}`)
        .replace(
          /(\[(?:gallery|playlist)\b[^\]]*\b(?:ids|include|exclude)=["'])([\d,\s]+)(["'])/g,
          (_all, before: string, list: string, after: string) => before + mapIds(list) + after,
        )
        .replace(
          /(\[caption\b[^\]]*\bid=["']attachment_)(\d+)/g,
          (_all, before: string, id: string) => before + mapId(id),
        ),
  };
}
