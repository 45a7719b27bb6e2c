import type { Response } from 'express';

/** What lets pages show things of other sites once a visitor asks for them. */
export interface PageFrames {
  /** Hosts of frames, as origins. */
  readonly origins: readonly string[];
  /** The address of the script that puts a frame in the place of its link. */
  readonly script: string;
}

const MARK = /\sdata-frame="(https:\/\/[\w.-]+)\//g;

/** Allows a page the frames that its links name, of known hosts and on that page alone, and gives it the script for them. */
export function allowFrames(response: Response, html: string, { origins, script }: PageFrames): string {
  if (!html.includes(' data-frame="')) return html;
  const named = new Set([...html.matchAll(MARK)].map(([, origin = '']) => origin));
  const allowed = origins.filter((origin) => named.has(origin));
  if (allowed.length === 0) return html;
  const policy = String(response.getHeader('content-security-policy') ?? '');
  const sources = allowed.join(' ');
  response.setHeader(
    'Content-Security-Policy',
    /(?:^|;)\s*frame-src /.test(policy)
      ? policy.replace(/frame-src [^;]*/, (given) => `${given} ${sources}`)
      : `${policy};frame-src 'self' ${sources}`,
  );
  return html.replace(/<\/body>(?![^]*<\/body>)/, () => `<script src="${script}" defer></script>\n</body>`);
}
