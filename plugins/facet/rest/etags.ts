import { createHash } from 'node:crypto';

/** Returns the ETag of a response; weak, since a proxy may compress it. */
export function createEtag(data: object): string {
  return `W/"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether a client already has the response.
 * @param header `If-None-Match` (RFC 9110, section 13.1.2)
 */
export function matchesEtag(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' ||
      header.split(',').some((value) => value.trim().replace(/^W\//, '') === tag.replace(/^W\//, '')))
  );
}
