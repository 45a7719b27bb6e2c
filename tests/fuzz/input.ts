import { Agent, request } from 'node:http';
import { wellFormed } from './odd.js';

export type Pair = readonly [name: string, value: string];

/** A possible request, as plain data, so that it can be printed, sent again and shortened. */
export interface Input {
  readonly role: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body?: InputBody;
}

export type InputBody =
  | { readonly kind: 'form'; readonly fields: readonly Pair[] }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly type: string; readonly text: string }
  | {
      readonly kind: 'file';
      readonly fields: readonly Pair[];
      readonly field: string;
      readonly name: string;
      readonly base64: string;
    };

export interface Reply {
  /** 0 if the connection was closed. */
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

/** Headers added to a role's requests. */
export type Credentials = Readonly<Record<string, Readonly<Record<string, string>>>>;

const BOUNDARY = 'a-border-between-fields';
/** Timeout of a response, in milliseconds. */
const TIMEOUT_MS = 30_000;

export function createSender(
  port: number,
  credentials: Credentials,
): { send(input: Input): Promise<Reply>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    close: () => agent.destroy(),
    send(input) {
      const [bytes, type] = bodyOf(input.body);
      const headers: Record<string, string> = {
        ...credentials[input.role],
        ...(type === '' ? {} : { 'content-type': type }),
        ...Object.fromEntries(input.headers.map(([name, value]) => [name, latin(value)])),
      };
      const started = performance.now();
      return new Promise((resolve) => {
        const done = (status: number, text: string): void => resolve({ status, text, ms: performance.now() - started });
        const sent = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            method: input.method,
            path: urlOf(input),
            headers: bytes ? { ...headers, 'content-length': String(bytes.length) } : headers,
            timeout: TIMEOUT_MS,
          },
          (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('end', () =>
              done(response.statusCode ?? 0, Buffer.concat(parts).toString('latin1').slice(0, 4000)),
            );
            response.on('error', (error) => done(0, String(error)));
          },
        );
        sent.on('timeout', () => sent.destroy(new Error('no response')));
        sent.on('error', (error) => done(0, String(error)));
        sent.end(bytes);
      });
    },
  };
}

/** Node responds to longer requests before reading them completely, which the sender might not see. */
const LONGEST = 12_000;

export function urlOf({ path, query }: Input): string {
  const safe = path.replace(/[^\x21-\x7e]/gu, (char) => encodeURIComponent(wellFormed(char))).replace(/#/g, '%23');
  return (query.length === 0 ? safe : `${safe}?${encoded(query)}`).slice(0, LONGEST);
}

function bodyOf(body: InputBody | undefined): [bytes: Buffer | undefined, type: string] {
  switch (body?.kind) {
    case undefined:
      return [undefined, ''];
    case 'form':
      return [Buffer.from(encoded(body.fields)), 'application/x-www-form-urlencoded'];
    case 'json':
      return [Buffer.from(JSON.stringify(body.value) ?? 'null'), 'application/json'];
    case 'text':
      return [Buffer.from(body.text), latin(body.type)];
    case 'file': {
      const fields = body.fields.map(([name, value]) =>
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
      );
      const head = Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${body.field}"; filename="${body.name.replace(/["\r\n]/g, '_')}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      );
      return [
        Buffer.concat([...fields, head, Buffer.from(body.base64, 'base64'), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
        `multipart/form-data; boundary=${BOUNDARY}`,
      ];
    }
  }
}

/** Values that begin with `%` are not encoded: invalid escapes are input too. */
function encoded(pairs: readonly Pair[]): string {
  const format = (text: string): string =>
    /^%[\x21-\x7e]*$/.test(text) ? text.replace(/[&#]/g, '') : encodeURIComponent(wellFormed(text));
  return pairs.map(([name, value]) => `${format(name)}=${format(value)}`).join('&');
}

/** Replaces characters that headers cannot contain. */
function latin(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '?');
}
