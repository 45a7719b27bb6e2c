import type { RemoteArgs } from '../../api/index.js';

/** The encoded body of a request, with its content type. */
export interface EncodedBody {
  readonly bytes: Uint8Array | undefined;
  readonly type: string | undefined;
}

/** Encodes the body of a request. An object is encoded like a form in PHP: `a[b]=1`. */
export function encodeBody(body: RemoteArgs['body']): EncodedBody {
  if (body === undefined || body === '') return { bytes: undefined, type: undefined };
  if (typeof body === 'string')
    return { bytes: Buffer.from(body), type: 'application/x-www-form-urlencoded; charset=utf-8' };
  if (body instanceof Uint8Array) return { bytes: body, type: undefined };
  return {
    bytes: Buffer.from(
      Object.entries(body)
        .flatMap(([name, value]) => encodePairs(name, value))
        .join('&'),
    ),
    type: 'application/x-www-form-urlencoded; charset=utf-8',
  };
}

function encodePairs(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, element]) => encodePairs(`${name}[${key}]`, element));
  const text = String(typeof value === 'boolean' ? Number(value) : (value as string | number));
  return [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
}
