import type { Engine } from '../kit/databases.js';
import { ADMIN, bootSite, type SetupSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { ACCOUNT_NUMBER, UNLIMITED } from '../store/selling-site.js';

/** Roles, including anonymous visitors. */
export const ROLES = [
  'visitor',
  'subscriber',
  'customer',
  'contributor',
  'author',
  'editor',
  'shop_manager',
  'administrator',
] as const;
export type Role = (typeof ROLES)[number];

const PASSWORD = 'a password of the tests';

/** A REST response. */
export interface RestResult {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
}

/** A logged-in user of the site and its API. */
export interface Person extends Visitor {
  readonly id: number;
  readonly role: Role;
  readonly password: string;
  /** REST nonce of the session; empty for visitors. */
  readonly nonce: string;
  rest(method: string, path: string, body?: unknown): Promise<RestResult>;
}

/** A shop with a logged-in user of each role. */
export interface AttackedSite extends TestSite {
  readonly users: Readonly<Record<Role, Person>>;
  /** Creates and logs in another user of a role. */
  another(role: Role, login: string): Promise<Person>;
  /** All stored data, except what each visit and its background jobs write. */
  stored(): Promise<string>;
  /** Logged errors of requests. */
  readonly failures: readonly string[];
}

export async function bootAttacked(engine: Engine, options: { demo?: boolean } = {}): Promise<AttackedSite> {
  const site = await bootSite({
    engine,
    shop: true,
    ...options,
    setup: { name: 'people and an account number', run: openShop },
  });
  const failures: string[] = [];
  const { error } = site.site.log;
  Object.assign(site.site.log, {
    error: (fields: unknown, ...rest: unknown[]) => (
      failures.push(JSON.stringify([fields, ...rest])),
      error.call(site.site.log, fields as object)
    ),
  });

  async function another(role: Role, login: string): Promise<Person> {
    return personOf(site.url, role, await register(site, role, login), login);
  }

  async function known(role: Role): Promise<Person> {
    if (role === 'visitor') return personOf(site.url, role, 0, '');
    if (role === 'administrator') return personOf(site.url, role, 1, ADMIN.login, ADMIN.password);
    const user = await site.inContext(() => site.site.users.getUserBy('login', role));
    if (!user) throw new Error(`Nobody is called ${role}.`);
    return personOf(site.url, role, user.id, role);
  }

  async function stored(): Promise<string> {
    const { db } = site.site;
    const names =
      engine === 'sqlite'
        ? (await db().select<{ name: string }[]>('name').from('sqlite_master').where({ type: 'table' })).map(
            ({ name }) => name,
          )
        : ((await db().raw('show tables')) as [Record<string, string>[]])[0].flatMap((row) => Object.values(row));
    const texts: string[] = [];
    for (const name of names
      .filter(
        (candidate) =>
          !/^(?:sqlite_|sessions$|rate_limits$|jobs$|locks$|audit_|facet_(?!facets|settings))/.test(candidate),
      )
      .sort()) {
      const rows = (await db()(name).select('*')) as Record<string, unknown>[];
      texts.push(
        ...rows
          .filter((row) => !/transient|^cron$/.test(String(row.option_name ?? '')))
          .map((row) => `${name} ${JSON.stringify(row)}`)
          .sort(),
      );
    }
    return texts.join('\n');
  }

  const users = {} as Record<Role, Person>;
  for (const role of ROLES) users[role] = await known(role);
  return { ...site, users, another, stored, failures };
}

/** Creates a user for each role that a new site has no user of; the login is the role's name. */
async function openShop(site: SetupSite): Promise<void> {
  await site.inContext(() =>
    site.site.options.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER, ...UNLIMITED }),
  );
  for (const role of ROLES) if (role !== 'visitor' && role !== 'administrator') await register(site, role, role);
}

async function register(site: SetupSite, role: Role, login: string): Promise<number> {
  const id = await site.inContext(() =>
    site.site.users.wpInsertUser({
      user_login: login,
      user_email: `${login}@example.test`,
      user_pass: PASSWORD,
      display_name: `Name of ${login}`,
      role,
    }),
  );
  if (typeof id !== 'number') throw new Error(id.getErrorMessage());
  return id;
}

async function personOf(base: string, role: Role, id: number, login: string, password = PASSWORD): Promise<Person> {
  const browser = visitor(base);
  let nonce = '';
  if (role !== 'visitor') {
    await browser.logIn(login, password);
    nonce = (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).html;
  }
  return {
    ...browser,
    id,
    role,
    password,
    nonce,
    async rest(method, path, body) {
      const response = await fetch(`${base}/wp-json${path}`, {
        method,
        headers: {
          cookie: browser.cookies(),
          ...(nonce === '' ? {} : { 'X-WP-Nonce': nonce }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        text,
        headers: response.headers,
        body: response.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : undefined,
      };
    },
  };
}
