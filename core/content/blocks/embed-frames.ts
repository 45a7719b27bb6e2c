/** A service whose content can be embedded in a frame, and the conversion of its page URLs into frame URLs. */
interface FrameService {
  /** Origin of its frames. */
  readonly origin: string;
  /** @returns path and query of the frame; undefined for a URL without embeddable content */
  framePath(url: URL): string | undefined;
}

const YOUTUBE = 'https://www.youtube-nocookie.com';
const VIMEO = 'https://player.vimeo.com';
const SPOTIFY = 'https://open.spotify.com';
const validId = (text: string | null | undefined): string | undefined =>
  text && /^[\w-]{1,64}$/.test(text) ? text : undefined;

/** Known services by the hostname of their pages. Each uses the frame URL that protects privacy best. */
const SERVICES: Readonly<Record<string, FrameService>> = {
  'youtube.com': {
    origin: YOUTUBE,
    framePath: ({ pathname, searchParams }) =>
      youTubePath(
        validId(
          pathname === '/watch' ? searchParams.get('v') : /^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1],
        ),
      ),
  },
  'youtu.be': { origin: YOUTUBE, framePath: ({ pathname }) => youTubePath(validId(pathname.slice(1))) },
  'vimeo.com': {
    origin: VIMEO,
    framePath: ({ pathname }) => {
      const number = /^\/(\d{1,20})/.exec(pathname)?.[1];
      return number && `/video/${number}?dnt=1`;
    },
  },
  'open.spotify.com': {
    origin: SPOTIFY,
    framePath: ({ pathname }) => {
      const [, kind, name] =
        /^\/(?:intl-\w+\/)?(track|album|playlist|episode|show|artist)\/(\w{1,64})/.exec(pathname) ?? [];
      return kind && name && `/embed/${kind}/${name}`;
    },
  },
};

const youTubePath = (name: string | undefined): string | undefined => name && `/embed/${name}?autoplay=1`;

/** The origins of all known services, which may be embedded in frames. */
export const FRAME_ORIGINS: readonly string[] = [...new Set(Object.values(SERVICES).map(({ origin }) => origin))];

/** Returns the frame URL for an embedded URL; undefined for an unknown host, which is only linked to. */
export function frameUrl(pageUrl: string): string | undefined {
  if (!URL.canParse(pageUrl)) return undefined;
  const url = new URL(pageUrl);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const service = url.protocol === 'https:' && Object.hasOwn(SERVICES, host) ? SERVICES[host] : undefined;
  const path = service?.framePath(url);
  return service && path ? service.origin + path : undefined;
}
