import type { RemoteArgs } from '../../api/index.js';

/** A request's body and its content type. */
export interface Form {
  readonly bytes: Uint8Array | undefined;
  readonly type: string | undefined;
}

/** Encodes a body; an object is encoded as PHP encodes forms, `a[b]=1`. */
export function formOf(body: RemoteArgs['body']): Form {
  if (body === undefined || body === '') return { bytes: undefined, type: undefined };
  if (typeof body === 'string')
    return { bytes: Buffer.from(body), type: 'application/x-www-form-urlencoded; charset=utf-8' };
  if (body instanceof Uint8Array) return { bytes: body, type: undefined };
  return {
    bytes: Buffer.from(
      Object.entries(body)
        .flatMap(([name, value]) => pairs(name, value))
        .join('&'),
    ),
    type: 'application/x-www-form-urlencoded; charset=utf-8',
  };
}

function pairs(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, one]) => pairs(`${name}[${key}]`, one));
  const text = String(typeof value === 'boolean' ? Number(value) : (value as string | number));
  return [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
}
