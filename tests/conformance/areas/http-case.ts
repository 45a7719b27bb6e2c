import { request as httpRequest } from 'node:http';
import { ofToday } from './today.js';

/** A recorded HTTP exchange, as the README of the recording describes it. */
export interface HttpCase {
  id: string;
  input: {
    method: string;
    path: string;
    headers?: Record<string, string>;
    json?: unknown;
    form?: Record<string, string>;
    body?: string;
    /** A body in base64: an image, a text or a multipart form. */
    base64?: string;
    statusOnly?: boolean;
    auth?: {
      type: 'app' | 'basic' | 'cookie';
      user?: string;
      login?: string;
      password?: string;
      nonce?: boolean | string;
      nonceParam?: boolean;
      nonceEmpty?: boolean;
    };
  };
  expected: {
    status: number;
    headers: Record<string, string | string[]>;
    body?: unknown;
    text?: string;
    raw?: string;
    length?: 'empty' | 'nonempty';
  };
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Sends a request exactly as written, without normalizing its path. */
export function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer | undefined,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = httpRequest(
      { port, host: '127.0.0.1', method, path, headers: { ...headers, ...length }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
        incoming.on('end', () => {
          const flat = Object.entries(incoming.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: Object.fromEntries(flat) as Record<string, string>,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Headers that are compared even if the recording lacks them. */
const TELLING = [
  'allow',
  'x-wp-nonce',
  'x-wp-total',
  'x-wp-totalpages',
  'location',
  'access-control-allow-origin',
  'access-control-allow-methods',
];

/** Returns all differences between a response and the recorded one. */
export function differences(
  { input, expected }: HttpCase,
  response: HttpResponse,
  fill: (text: string) => string,
): string[] {
  const found: string[] = [];
  const compare = (property: string, want: unknown, have: unknown): void => {
    const [expectedJson, actualJson] = [want, have].map((value) => JSON.stringify(canonical(value)) ?? 'nothing');
    if (expectedJson !== actualJson)
      found.push(`${property}: want ${expectedJson?.slice(0, 1500)}\n      have ${actualJson?.slice(0, 1500)}`);
  };
  compare('status', expected.status, response.status);
  const headers = { ...response.headers };
  // The recording had no compression. Plinth also adds Accept-Language, since it serves two languages under one URL.
  headers.vary = (headers.vary ?? '')
    .split(/,\s*/)
    .filter((name) => !['Accept-Encoding', 'Accept-Language'].includes(name))
    .join(', ');
  for (const name of new Set([...Object.keys(expected.headers), ...TELLING])) {
    const want = expected.headers[name];
    if (want === undefined && headers[name] === undefined) continue;
    if (name === 'set-cookie') continue;
    compare(`header ${name}`, want === undefined ? undefined : fill(String(want)), headers[name]);
  }
  if (expected.length !== undefined) compare('length', expected.length, response.text === '' ? 'empty' : 'nonempty');
  if (input.statusOnly) return found;
  if (expected.raw !== undefined) compare('raw', fill(expected.raw), response.text);
  if (expected.text !== undefined) compare('text', fill(expected.text), response.text);
  if (expected.body === undefined) return found;
  const have = parse(response.text);
  compare('body', ofToday(JSON.parse(fill(JSON.stringify(ownClasses(withRevision(expected.body, have))))), have), have);
  return found;
}

/** Replaces classes such as `post-243`, whose number depended on the recording's database, by the id of the response. */
function ownClasses(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('id' in body) || !('class_list' in body)) return body;
  const { id, class_list: classes } = body;
  if (typeof id !== 'string' || !/^\{\{[A-Z]\d+\}\}$/.test(id) || !Array.isArray(classes)) return body;
  return {
    ...body,
    class_list: classes.map((name: unknown) =>
      typeof name === 'string' ? name.replace(/^post-\d+$/, `post-${id}`) : name,
    ),
  };
}

/** Replaces a recorded revision id by that of the response if the URL contains the same placeholder. */
function withRevision(body: unknown, have: unknown): unknown {
  const [want, found] = [body, have].map(
    (header) =>
      (header as { _links?: { 'predecessor-version'?: { id?: unknown; href?: unknown }[] } } | null)?._links?.[
        'predecessor-version'
      ]?.[0],
  );
  if (typeof want?.id !== 'number' || typeof found?.id !== 'number' || found.id < 1 || want.id < 10_000) return body;
  return JSON.parse(
    JSON.stringify(body)
      .replaceAll(`/revisions/${want.id}"`, `/revisions/${found.id}"`)
      .replaceAll(`"id":${want.id},`, `"id":${found.id},`),
  ) as unknown;
}

/** Parses a body as JSON; returns `{ unparsable }` if it is invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { unparsable: text };
  }
}

/** Sorts the keys of maps and converts empty maps to empty lists. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, element]) => [key, canonical(element)]));
}
