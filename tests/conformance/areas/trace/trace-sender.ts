import { type HttpResponse, send } from '../http-case.js';
import { SITE_URL } from '../rest-home.js';
import { restNonce, logInByForm } from '../login.js';
import { formWith, type PageStep, stepContaining } from './page-forms.js';
import type { TraceCase, TraceRequest } from './trace-case.js';
import { ADMIN, PASSWORD } from './trace-names.js';

const HOST = new URL(SITE_URL).host;
/** A white 1×1 PNG. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);

/** An HTTP request ready to be sent. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer | undefined;
}

export interface TraceSender {
  /** Loads the preceding page if there is one and builds the request. */
  prepare(input: TraceCase['input']): Promise<RawRequest>;
  send(sending: RawRequest): Promise<HttpResponse>;
}

/** Sends the requests of recorded traces to a port. @param applicationPassword creates an application password for a user */
export function createTraceSender(port: number, applicationPassword: (login: string) => Promise<string>): TraceSender {
  const cookies = new Map<string, string>();
  const passwords = new Map<string, string>();

  async function cookieOf(login: string, fresh = false): Promise<string> {
    const cookie =
      (fresh ? undefined : cookies.get(login)) ??
      (await logInByForm(port, login, login === ADMIN.login ? ADMIN.password : PASSWORD));
    if (!fresh) cookies.set(login, cookie);
    return cookie;
  }

  async function authorizationOf(login: string): Promise<string> {
    const password = passwords.get(login) ?? (await applicationPassword(login));
    passwords.set(login, password);
    return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  }

  /** Headers that authenticate the request. */
  async function requestHeaders({ path, as, auth, fresh, nonce, form }: TraceRequest): Promise<Record<string, string>> {
    // The login screen sets this cookie before its form is submitted.
    if (as === undefined)
      return {
        host: HOST,
        ...(form?.testcookie === undefined ? {} : { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' }),
      };
    if (path.startsWith('/wp-json') && auth !== 'cookie')
      return { host: HOST, authorization: await authorizationOf(as) };
    const cookie = await cookieOf(as, fresh);
    const headerNonce = nonce === true ? await restNonce(port, cookie) : nonce;
    return { host: HOST, cookie, ...(typeof headerNonce === 'string' ? { 'x-wp-nonce': headerNonce } : {}) };
  }

  async function nonceOf(action: string, cookie: string): Promise<string> {
    const headers = { host: HOST, cookie, 'x-wp-nonce': await restNonce(port, cookie) };
    const { text } = await send(
      port,
      'GET',
      `/wp-json/trace/v1/nonce?action=${encodeURIComponent(action)}`,
      headers,
      undefined,
    );
    return /"nonce":"(\w+)"/.exec(text)?.[1] ?? '';
  }

  return {
    async prepare(input) {
      const headers = await requestHeaders(input);
      const fields = Object.entries(input.form ?? {}).flatMap(([name, value]) =>
        [value].flat().map((fieldValue): [string, string] => [name, String(fieldValue)]),
      );
      for (const [name, action] of Object.entries(input.nonces ?? {}))
        fields.push([name, await nonceOf(action, headers.cookie ?? '')]);
      const plain: PageStep = { method: input.method, url: input.path, fields };
      if (input.from === undefined) return sendingOf(plain, input.path, headers, input);
      const page = await send(port, 'GET', input.from, headers, undefined);
      const cookie = [
        headers.cookie,
        ...(page.headers['set-cookie'] ?? '').split(/,\s*(?=[\w-]+=)/).map((setCookie) => setCookie.split(';')[0]),
      ]
        .filter(Boolean)
        .join('; ');
      const step = input.link ? stepContaining(page.text, input.link) : formWith(page.text, input.form ?? {});
      // Without a matching link or form, the recorded request is sent.
      return sendingOf(step ?? plain, input.from, cookie === '' ? headers : { ...headers, cookie }, input);
    },
    send: ({ method, path, headers, body }) => send(port, method, path, headers, body),
  };
}

async function sendingOf(
  step: PageStep,
  from: string,
  headers: Record<string, string>,
  { json, png, upload }: TraceRequest,
): Promise<RawRequest> {
  const { pathname, search } = new URL(step.url, `${SITE_URL}${from}`);
  const path = step.url === '' ? from : pathname + search;
  const query = new URLSearchParams(step.fields.map(([name, value]): [string, string] => [name, value])).toString();
  const { method } = step;
  if (json !== undefined)
    return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(json) };
  if (png !== undefined)
    return {
      method,
      path,
      headers: { ...headers, 'content-type': 'image/png', 'content-disposition': `attachment; filename="${png}"` },
      body: IMAGE,
    };
  if (upload !== undefined) {
    const form = new FormData();
    for (const [name, value] of step.fields) form.append(name, value);
    form.append(upload, new Blob([IMAGE], { type: 'image/png' }), 'trace.png');
    const packed = new Response(form);
    return {
      method,
      path,
      headers: { ...headers, 'content-type': packed.headers.get('content-type') ?? '' },
      body: Buffer.from(await packed.arrayBuffer()),
    };
  }
  if (query === '') return { method, path, headers, body: undefined };
  if (method === 'GET')
    return {
      method,
      path: `${step.url === '' ? path.split('?')[0] : path}${path.includes('?') ? '&' : '?'}${query}`,
      headers,
      body: undefined,
    };
  return { method, path, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: query };
}
