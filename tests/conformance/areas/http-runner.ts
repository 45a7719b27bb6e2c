import type { Handler } from '../../../core/http/index.js';
import { listen } from '../../../core/http/index.js';
import { applicationPasswordOf } from '../../fixtures/oracle/users.js';
import type { WebSite } from '../../kit/web-site.js';
import { differences, type HttpCase, send } from './http-case.js';
import { SITE_URL } from './rest-home.js';

/** A running site that answers recorded cases one after the other. */
export interface HttpRunner {
  /** What differs from the recording; empty when nothing does. */
  run(one: HttpCase): Promise<string[]>;
  close(): Promise<void>;
}

/** Serves a site and sends it cases; placeholders for ids keep what they stood for first. */
export async function startRunner(site: Pick<WebSite, 'app'>): Promise<HttpRunner> {
  const server = await listen(site.app, 0, '127.0.0.1');
  const cookies = new Map<string, { cookie: string; nonce: string }>();
  const captured = new Map<string, string>();

  async function signedIn(user: string): Promise<{ cookie: string; nonce: string }> {
    let held = cookies.get(user);
    if (!held) {
      const answer = await send(server.port, 'GET', `/wp-login.php?oracle=${user}`, {}, undefined);
      held = { cookie: (answer.headers['set-cookie'] ?? '').split(';')[0], nonce: answer.text };
      cookies.set(user, held);
    }
    return held;
  }

  async function run(one: HttpCase): Promise<string[]> {
    const { input } = one;
    const headers: Record<string, string> = { host: new URL(SITE_URL).host, ...input.headers };
    let path = fillIds(input.path);
    let body = input.body;
    if ('json' in input) {
      body = fillIds(JSON.stringify(input.json));
      headers['content-type'] ??= 'application/json';
    } else if (input.form) {
      body = new URLSearchParams(input.form).toString();
      headers['content-type'] = 'application/x-www-form-urlencoded';
    }
    let nonce = '';
    const { auth } = input;
    if (auth?.type === 'cookie') {
      const held = await signedIn(auth.user ?? '');
      nonce = held.nonce;
      headers.cookie = held.cookie;
      if (auth.nonceEmpty) headers['x-wp-nonce'] = '';
      if (auth.nonce === true) headers['x-wp-nonce'] = nonce;
      else if (typeof auth.nonce === 'string') headers['x-wp-nonce'] = auth.nonce;
      if (auth.nonceParam) path += `${path.includes('?') ? '&' : '?'}_wpnonce=${nonce}`;
    } else if (auth) {
      const login = auth.login ?? auth.user ?? '';
      const password = auth.type === 'app' ? applicationPasswordOf(auth.user ?? '') : (auth.password ?? '');
      headers.authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
    }
    const answer = await send(server.port, input.method, path, headers, body);
    captureIds(one, answer.text);
    return differences(one, answer, (text) => fillIds(text.replaceAll('{{NONCE}}', nonce)));
  }

  function captureIds({ expected }: HttpCase, text: string): void {
    const name = /"id":"\{\{([A-Z]\d+)\}\}"/.exec(JSON.stringify(expected.body ?? null))?.[1];
    const id = /"id":(\d+)/.exec(text)?.[1];
    if (name !== undefined && id !== undefined && !captured.has(name)) captured.set(name, id);
  }

  function fillIds(text: string): string {
    let filled = text
      .replaceAll('{{HOME}}', SITE_URL)
      .replaceAll('{{HOME_ENC}}', encodeURIComponent(SITE_URL))
      .replaceAll('{{HOME_ESC}}', SITE_URL.replaceAll('/', '\\/'))
      .replaceAll('{{HOST}}', new URL(SITE_URL).host);
    // Ids are numbers in bodies, where the placeholder had to be a text.
    for (const [name, id] of captured) filled = filled.replaceAll(`"{{${name}}}"`, id).replaceAll(`{{${name}}}`, id);
    return filled;
  }

  return { run, close: () => server.close() };
}

/** A way to a session without the login screen: `/wp-login.php?oracle=<login>` answers with a nonce. */
export function signInAs(site: Pick<WebSite, 'users' | 'sessions' | 'nonces'>): Handler {
  return async (request, response) => {
    const login = new URL(request.originalUrl, SITE_URL).searchParams.get('oracle');
    const user = login !== null && (await site.users.getUserBy('login', login));
    if (user) await site.sessions.signIn(request, user.id, false);
    response.end(site.nonces.wpCreateNonce('wp_rest'));
  };
}
