/** A place whose things can be shown in a frame, and how its addresses become the frame's. */
interface FramePlace {
  /** Where frames come from. */
  readonly origin: string;
  /** @returns the frame's path and query; undefined for an address that shows nothing */
  frame(address: URL): string | undefined;
}

const YOUTUBE = 'https://www.youtube-nocookie.com';
const VIMEO = 'https://player.vimeo.com';
const SPOTIFY = 'https://open.spotify.com';
const id = (text: string | null | undefined): string | undefined =>
  text && /^[\w-]{1,64}$/.test(text) ? text : undefined;

/** Known places by the hosts of their pages; each in the form that asks least of visitors. */
const PLACES: Readonly<Record<string, FramePlace>> = {
  'youtube.com': {
    origin: YOUTUBE,
    frame: ({ pathname, searchParams }) =>
      video(
        id(pathname === '/watch' ? searchParams.get('v') : /^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1]),
      ),
  },
  'youtu.be': { origin: YOUTUBE, frame: ({ pathname }) => video(id(pathname.slice(1))) },
  'vimeo.com': {
    origin: VIMEO,
    frame: ({ pathname }) => {
      const number = /^\/(\d{1,20})/.exec(pathname)?.[1];
      return number && `/video/${number}?dnt=1`;
    },
  },
  'open.spotify.com': {
    origin: SPOTIFY,
    frame: ({ pathname }) => {
      const [, kind, name] =
        /^\/(?:intl-\w+\/)?(track|album|playlist|episode|show|artist)\/(\w{1,64})/.exec(pathname) ?? [];
      return kind && name && `/embed/${kind}/${name}`;
    },
  },
};

const video = (name: string | undefined): string | undefined => name && `/embed/${name}?autoplay=1`;

/** Where frames of pages may come from: the hosts that are known. */
export const FRAME_ORIGINS: readonly string[] = [...new Set(Object.values(PLACES).map(({ origin }) => origin))];

/** The address of the frame that shows what an address names; undefined for a host that is not known, which is only linked to. */
export function frameOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const place = url.protocol === 'https:' && Object.hasOwn(PLACES, host) ? PLACES[host] : undefined;
  const path = place?.frame(url);
  return place && path ? place.origin + path : undefined;
}
