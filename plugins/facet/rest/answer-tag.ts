import { createHash } from 'node:crypto';

/** The tag of an answer; weak, since a proxy may compress it. */
export function answerTag(data: object): string {
  return `W/"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`;
}

/** Whether a client has the answer already. @param header `If-None-Match` (RFC 9110, section 13.1.2) */
export function hasAnswer(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' ||
      header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, '')))
  );
}
