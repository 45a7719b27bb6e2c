import type { Handler } from '../../../core/http/index.js';
import { listen } from '../../../core/http/index.js';
import { applicationPasswordOf } from '../../fixtures/oracle/users.js';
import type { WebSite } from '../../kit/web-site.js';
import { differences, type HttpCase, parse, send } from './http-case.js';
import { SITE_URL } from './rest-home.js';
import { dated } from './today.js';
import { assertDefined } from '../../kit/assert-defined.js';

/** A running site that replays recorded cases in sequence. */
export interface HttpRunner {
  /** Runs a case. Returns the differences from the recording; empty if there are none. */
  run(testCase: HttpCase): Promise<string[]>;
  close(): Promise<void>;
}

/** Cookies of a session and a nonce for its REST requests. */
interface LoggedIn {
  readonly cookie: string;
  readonly nonce: string;
}

/** Logs a recorded user in at a site on a port. */
export type LogInFunction = (port: number, user: string) => Promise<LoggedIn>;

/** Serves a site and replays cases against it; placeholders keep the first id that was captured for them. */
export async function startRunner(site: Pick<WebSite, 'app'>, logIn: LogInFunction = askOracle): Promise<HttpRunner> {
  const server = await listen(site.app, 0, '127.0.0.1');
  const cookies = new Map<string, LoggedIn>();
  const captured = new Map<string, string>();

  async function loggedIn(user: string): Promise<LoggedIn> {
    const session = cookies.get(user) ?? (await logIn(server.port, user));
    cookies.set(user, session);
    return session;
  }

  async function run(testCase: HttpCase): Promise<string[]> {
    const { input } = testCase;
    const headers: Record<string, string> = { host: new URL(SITE_URL).host, ...input.headers };
    let path = fillIds(input.path);
    let body: string | Buffer | undefined = input.body;
    if (input.base64 !== undefined) body = Buffer.from(input.base64, 'base64');
    else if ('json' in input) {
      body = fillIds(JSON.stringify(input.json));
      headers['content-type'] ??= 'application/json';
    } else if (input.form) {
      body = new URLSearchParams(input.form).toString();
      headers['content-type'] = 'application/x-www-form-urlencoded';
    }
    let nonce = '';
    const { auth } = input;
    if (auth?.type === 'cookie') {
      const session = await loggedIn(auth.user ?? '');
      nonce = session.nonce;
      headers.cookie = session.cookie;
      if (auth.nonceEmpty) headers['x-wp-nonce'] = '';
      if (auth.nonce === true) headers['x-wp-nonce'] = nonce;
      else if (typeof auth.nonce === 'string') headers['x-wp-nonce'] = auth.nonce;
      if (auth.nonceParam) path += `${path.includes('?') ? '&' : '?'}_wpnonce=${nonce}`;
    } else if (auth) {
      const login = auth.login ?? auth.user ?? '';
      const password = auth.type === 'app' ? applicationPasswordOf(auth.user ?? '') : (auth.password ?? '');
      headers.authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
    }
    const response = await send(server.port, input.method, path, headers, body);
    captureIds(testCase, response.text);
    return differences(testCase, response, (text) => fillIds(text.replaceAll('{{NONCE}}', nonce)));
  }

  function captureIds({ expected }: HttpCase, text: string): void {
    const name = /^\{\{([A-Z]\d+)\}\}$/.exec(String(idOf(expected.body)))?.[1];
    const id = name === undefined ? undefined : idOf(parse(text));
    if (name !== undefined && typeof id === 'number' && !captured.has(name)) captured.set(name, String(id));
  }

  function fillIds(text: string): string {
    let filledText = dated(text)
      .replaceAll('{{HOME}}', SITE_URL)
      .replaceAll('{{HOME_ENC}}', encodeURIComponent(SITE_URL))
      .replaceAll('{{HOME_ESC}}', SITE_URL.replaceAll('/', '\\/'))
      .replaceAll('{{HOST}}', new URL(SITE_URL).host);
    // Ids are numbers in JSON; only the placeholders are strings.
    for (const [name, id] of captured)
      filledText = filledText.replaceAll(`"{{${name}}}"`, id).replaceAll(`{{${name}}}`, id);
    return filledText;
  }

  return { run, close: () => server.close() };
}

function idOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
}

/** Logs in by the route of `logInAs`. */
async function askOracle(port: number, user: string): Promise<LoggedIn> {
  const response = await send(port, 'GET', `/wp-login.php?oracle=${user}`, {}, undefined);
  return { cookie: assertDefined((response.headers['set-cookie'] ?? '').split(';')[0]), nonce: response.text };
}

/** Login without the login form: `/wp-login.php?oracle=<login>` responds with a nonce. */
export function logInAs(site: Pick<WebSite, 'users' | 'sessions' | 'nonces'>): Handler {
  return async (request, response) => {
    const login = new URL(request.originalUrl, SITE_URL).searchParams.get('oracle');
    const user = login !== null && (await site.users.getUserBy('login', login));
    if (user) await site.sessions.logIn(request, user.id, false);
    response.end(site.nonces.wpCreateNonce('wp_rest'));
  };
}
