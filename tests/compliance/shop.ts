import { isWpError } from '../../core/api/index.js';
import type { Engine } from '../kit/databases.js';
import { ADMIN, type BootOptions, bootSite, activatePlugin, type TestSite } from '../kit/site.js';

/** A parsed JSON body of unknown shape. */
export type Json = ReturnType<typeof JSON.parse>;

/** A response of the REST API. */
export interface RestResponse {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

export interface ShopSite extends TestSite {
  /** Sends a request with the administrator's application password; `null` sends none, another string other credentials. */
  rest(
    method: string,
    path: string,
    body?: unknown,
    options?: { auth?: string | null; raw?: string; type?: string },
  ): Promise<RestResponse>;
  /** Basic credentials of a new user with a role. */
  credentials(role: string): Promise<string>;
}

/** A site with the compliance plugin and additional plugins before it, by id and source. */
export async function bootShop(
  engine: Engine,
  plugins: Readonly<Record<string, string>> = {},
  more: Pick<BootOptions, 'smtpUrl' | 'uncached'> = {},
): Promise<ShopSite> {
  const test = await bootSite({
    ...more,
    engine,
    setup: {
      name: `compliance ${JSON.stringify(plugins)}`,
      async run(young) {
        await activatePlugin(young, 'store');
        for (const [id, source] of Object.entries(plugins)) await activatePlugin(young, id, { 'index.js': source });
        await activatePlugin(young, 'compliance');
      },
    },
  });
  const { site } = test;

  let userCount = 0;
  async function credentials(role: string): Promise<string> {
    const login = `user${++userCount}`;
    const id = await test.inContext(() =>
      site.users.wpInsertUser({
        user_login: login,
        user_pass: 'a long password',
        user_email: `${login}@example.test`,
        role,
      }),
    );
    return passwordOf(Number(id), login);
  }
  async function passwordOf(id: number, login: string): Promise<string> {
    const created = await test.inContext(() => site.passwords.createApplicationPassword(id, { name: 'tests' }));
    if (isWpError(created)) throw new Error(created.getErrorMessage());
    return `Basic ${Buffer.from(`${login}:${created.password}`).toString('base64')}`;
  }
  const admin = await passwordOf(1, ADMIN.login);

  return {
    ...test,
    credentials,
    async rest(method, path, body, { auth = admin, raw, type = 'application/json' } = {}) {
      const response = await fetch(`${test.url}/wp-json${path}`, {
        method,
        headers: {
          ...(auth === null ? {} : { authorization: auth }),
          ...(body === undefined && raw === undefined ? {} : { 'content-type': type }),
        },
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
    },
  };
}
