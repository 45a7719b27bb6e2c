import { findForm } from './forms.js';

/** A browser without scripts: stores cookies, reads pages, sends their forms. */
export interface Visitor {
  get(path: string): Promise<Page>;
  /** Sends fields to a path, with the nonce of the previous page if it has one. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Page>;
  /** Sends fields and a file as a multipart form. */
  upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    file: { readonly field: string; readonly name: string; readonly bytes: Buffer },
  ): Promise<Page>;
  /**
   * Fills in the form of the last page that has these fields, and sends it with all its other values.
   * @param form its id, name or action, when several have the fields
   */
  submitForm(fields?: Readonly<Record<string, string>>, form?: string): Promise<Page>;
  /** Calls the REST API as a script on the site's pages does: with the cookies, and the nonce of the logged-in user. */
  rest(method: string, route: string, body?: unknown): Promise<RestResult>;
  logIn(login: string, password: string): Promise<void>;
  /** Returns the `Cookie` header a browser would send now. */
  cookies(): string;
}

/** A response; redirects are not followed. */
export interface Page {
  readonly status: number;
  readonly html: string;
  /** Target of a redirect; empty for none. */
  readonly location: string;
  readonly headers: Headers;
}

/** A response of the REST API. */
export interface RestResult {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** @param extraHeaders additional headers of every request */
export function visitor(base: string, extraHeaders: Readonly<Record<string, string>> = {}): Visitor {
  const cookieJar = new Map<string, string>();
  let lastPage = { html: '', url: `${base}/` };

  async function send(path: string, init: RequestInit): Promise<Response> {
    const url = path.startsWith('http') ? path : base + path;
    // Compression would take longer than much of the rendering.
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', ...extraHeaders, ...init.headers, cookie: self.cookies() },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const equals = pair.indexOf('=');
      cookieJar.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    return response;
  }

  async function requestPage(path: string, init: RequestInit): Promise<Page> {
    const response = await send(path, init);
    const html = await response.text();
    lastPage = { html, url: response.url };
    return {
      status: response.status,
      html,
      location: (response.headers.get('location') ?? '').replace(base, ''),
      headers: response.headers,
    };
  }

  const withNonce = (fields: Readonly<Record<string, string>>): Record<string, string> => {
    const nonce = /name="_wpnonce" value="([^"]+)"/.exec(lastPage.html)?.[1];
    return { ...(nonce ? { _wpnonce: nonce } : {}), ...fields };
  };

  const self: Visitor = {
    cookies: () => [...cookieJar].map(([name, value]) => `${name}=${value}`).join('; '),
    get: (path) => requestPage(path, { method: 'GET' }),
    post: (path, fields) => requestPage(path, { method: 'POST', body: new URLSearchParams(withNonce(fields)) }),
    upload(path, fields, file) {
      const body = new FormData();
      for (const [name, value] of Object.entries(withNonce(fields))) body.append(name, value);
      body.append(file.field, new Blob([new Uint8Array(file.bytes)]), file.name);
      return requestPage(path, { method: 'POST', body });
    },
    async submitForm(fields = {}, mark) {
      const form = findForm(lastPage.html, Object.keys(fields), mark);
      const formFields = new URLSearchParams([
        ...form.fields.filter(([name]) => !(name in fields)),
        ...Object.entries(fields),
      ]);
      const target = new URL(form.action || lastPage.url, lastPage.url);
      if (form.method === 'POST') return requestPage(target.href, { method: 'POST', body: formFields });
      target.search = formFields.toString();
      return requestPage(target.href, { method: 'GET' });
    },
    async rest(method, route, body) {
      const nonceText = await (await send('/wp-admin/admin-ajax.php?action=rest-nonce', { method: 'GET' })).text();
      const nonce = /^[0-9a-f]{10}$/.test(nonceText) ? { 'x-wp-nonce': nonceText } : undefined;
      const response = await send(`/wp-json/${route.replace(/^\//, '')}`, {
        method,
        headers: { ...nonce, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        headers: response.headers,
      };
    },
    async logIn(login, password) {
      await self.get('/wp-login.php');
      const page = await self.post('/wp-login.php', { log: login, pwd: password });
      if (page.status !== 302) throw new Error(`Could not log in as ${login}: ${page.status}`);
    },
  };
  return self;
}
