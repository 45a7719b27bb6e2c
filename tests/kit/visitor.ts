/** Somebody at a browser without scripts: keeps cookies, reads pages, sends their forms. */
export interface Visitor {
  get(path: string): Promise<Page>;
  /** Sends fields to an address, with the nonce of the page read before when there is one. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Page>;
  /** The same with a file, as a form of several parts. */
  upload(path: string, fields: Readonly<Record<string, string>>, file: { readonly field: string; readonly name: string; readonly bytes: Buffer }): Promise<Page>;
  signIn(login: string, password: string): Promise<void>;
  /** The header a browser would send now. */
  cookies(): string;
}

export interface Page {
  readonly status: number;
  readonly html: string;
  /** Where a redirect goes; empty for none. */
  readonly location: string;
  readonly headers: Headers;
}

/** @param more headers of every request */
export function visitor(base: string, more: Readonly<Record<string, string>> = {}): Visitor {
  const jar = new Map<string, string>();
  let last = '';

  async function ask(path: string, init: RequestInit): Promise<Page> {
    const address = path.startsWith('http') ? path : base + path;
    // Packing and unpacking a page would take longer than much of what makes it.
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { 'accept-encoding': 'identity', ...more, ...init.headers, cookie: self.cookies() } });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(';');
      const equals = pair.indexOf('=');
      jar.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    const html = await response.text();
    last = html;
    return { status: response.status, html, location: (response.headers.get('location') ?? '').replace(base, ''), headers: response.headers };
  }

  const self: Visitor = {
    cookies: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    get: (path) => ask(path, { method: 'GET' }),
    post(path, fields) {
      const nonce = /name="_wpnonce" value="([^"]+)"/.exec(last)?.[1];
      const body = new URLSearchParams({ ...(nonce ? { _wpnonce: nonce } : {}), ...fields });
      return ask(path, { method: 'POST', body });
    },
    upload(path, fields, file) {
      const nonce = /name="_wpnonce" value="([^"]+)"/.exec(last)?.[1];
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...(nonce ? { _wpnonce: nonce } : {}), ...fields })) body.append(name, value);
      body.append(file.field, new Blob([new Uint8Array(file.bytes)]), file.name);
      return ask(path, { method: 'POST', body });
    },
    async signIn(login, password) {
      await self.get('/wp-login.php');
      const page = await self.post('/wp-login.php', { log: login, pwd: password });
      if (page.status !== 302) throw new Error(`Could not sign in as ${login}: ${page.status}`);
    },
  };
  return self;
}
