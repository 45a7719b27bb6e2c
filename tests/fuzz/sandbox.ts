import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../core/db/index.js';
import type { Database } from '../../core/api/index.js';
import { ADMIN, openSiteSandbox, type SiteProcess, startSite } from '../chaos/site-process.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { formsOf, linksOf } from '../security/forms.js';
import { adminPages } from '../security/crawl.js';
import { ACCOUNT_NUMBER } from '../store/selling-site.js';
import { ESCAPED, type FileForm } from './file-inputs.js';
import { createSender } from './input.js';
import type { CrawlResult } from './page-inputs.js';
import type { RestIndex } from './rest-inputs.js';
import { assertDefined } from '../kit/assert-defined.js';

const PASSWORD = 'a password of the fuzz';
export const ROLES = ['visitor', 'customer', 'editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];
/** Maximum number of pages per kind to crawl. */
const MAX_PAGES = 40;

/** A demo shop in a separate process, with a client for each role. */
export interface FuzzSite {
  readonly site: SiteProcess;
  readonly db: Database;
  readonly ids: Readonly<Record<Role, number>>;
  readonly index: RestIndex;
  readonly crawls: readonly CrawlResult[];
  readonly files: Readonly<Record<'zip' | 'products' | 'orders', FileForm>>;
  readonly sender: ReturnType<typeof createSender>;
  /** Logs in all roles whose session has ended. */
  restore(): Promise<void>;
  /** Resident memory of the process in bytes. */
  memory(): number;
  /** Processor time of the process in seconds. */
  worked(): number;
  /** Files written outside their folder. */
  escaped(): string[];
  close(): Promise<void>;
}

export async function openFuzzSite(): Promise<FuzzSite> {
  const sandbox = await openSiteSandbox('sqlite', { DEMO: '1', TRUST_PROXY: '1', LOG_LEVEL: 'error' });
  const first = await startSite({ ...sandbox.settings, WATCHDOG_SECONDS: '0' });
  await first.stop();
  const ids = await sandbox.inSite(async ({ users, options }) => {
    await options.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER });
    const userIds: Record<Role, number> = { visitor: 0, customer: 0, editor: 0, administrator: 1 };
    for (const role of ['customer', 'editor'] as const) {
      const id = await users.wpInsertUser({
        user_login: role,
        user_email: `${role}@example.test`,
        user_pass: PASSWORD,
        role,
      });
      if (typeof id !== 'number') throw new Error(id.getErrorMessage());
      userIds[role] = id;
    }
    return userIds;
  });
  const site = await startSite({ ...sandbox.settings, WATCHDOG_SECONDS: '0' });
  const credentials: Record<Role, Record<string, string>> = {
    visitor: {},
    customer: {},
    editor: {},
    administrator: {},
  };
  const visitors = new Map<Role, Visitor>();

  async function logIn(role: Role): Promise<void> {
    // A separate network for each role, so that rate limits of one do not affect the others.
    const person = visitor(site.url, {
      'x-forwarded-for': `10.9.${ROLES.indexOf(role)}.${Math.floor(Math.random() * 250) + 1}`,
    });
    if (role !== 'visitor')
      await person.logIn(
        role === 'administrator' ? ADMIN.login : role,
        role === 'administrator' ? ADMIN.password : PASSWORD,
      );
    visitors.set(role, person);
    credentials[role] = {
      cookie: person.cookies(),
      ...(role === 'visitor'
        ? {}
        : { 'x-wp-nonce': (await person.get('/wp-admin/admin-ajax.php?action=rest-nonce')).html }),
    };
  }
  for (const role of ROLES) await logIn(role);

  const admin = visitors.get('administrator');
  if (!admin) throw new Error('Nobody administers the site.');
  const index = (JSON.parse((await admin.get('/wp-json/')).html) as { routes: RestIndex }).routes;
  const crawls: CrawlResult[] = [];
  for (const role of ['visitor', 'customer', 'editor'] as const)
    crawls.push(await crawl(site.url, role, visitors.get(role) ?? admin));
  const fileForm = async (path: string, field: string): Promise<FileForm> => {
    const page = await admin.get(path);
    const form = formsOf(page.html, path).find(({ typed: editable }) => '_wpnonce' in editable);
    if (!form) throw new Error(`No form at ${path}.`);
    return { form, field };
  };
  const files = {
    zip: await fileForm('/wp-admin/plugins.php', 'pluginzip'),
    products: await fileForm('/wp-admin/admin.php?page=store-product-files', 'file'),
    orders: await fileForm('/wp-admin/admin.php?page=store-orders-import', 'file'),
  };
  const db = openDatabase({ file: join(sandbox.dataDir, 'site.sqlite') });
  const sender = createSender(site.port, credentials);
  return {
    site,
    db,
    ids,
    index,
    crawls,
    files,
    sender,
    async restore() {
      for (const role of ROLES)
        if (role !== 'visitor' && (await visitors.get(role)?.get('/wp-admin/profile.php'))?.status !== 200)
          await logIn(role);
    },
    memory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.child.pid ?? 0}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    worked() {
      const [user, system] = assertDefined(
        readFileSync(`/proc/${site.child.pid ?? 0}/stat`, 'utf8')
          .split(') ')[1]
          ?.split(' ')
          .slice(11),
      );
      return (Number(user) + Number(system)) / 100;
    },
    escaped: () =>
      [
        sandbox.dataDir,
        join(sandbox.dataDir, '..'),
        join(sandbox.dataDir, '../..'),
        join(sandbox.dataDir, 'plugins'),
        '/',
      ].filter(
        (folder) =>
          existsSync(join(folder, ESCAPED)) || readdirSync(folder).some((name) => name.startsWith(`..\\${ESCAPED}`)),
      ),
    async close() {
      sender.close();
      await db.destroy();
      site.child.kill('SIGKILL');
      await site.exited;
      await sandbox.drop();
    },
  };
}

/** Pages, parameters of links and forms, and forms that a role can see. */
async function crawl(base: string, role: string, person: Visitor): Promise<CrawlResult> {
  const pages = new Map<string, string>();
  const waiting = [
    '/',
    '/shop/',
    '/cart/',
    '/contact/',
    '/register/',
    '/withdrawal/',
    '/report/',
    '/account/',
    '/wp-login.php',
    '/wp-login.php?action=lostpassword',
    '/?s=lampa',
  ];
  const shop = formsOf((await person.get(await firstProduct(person))).html, '/').find(
    ({ fields }) => 'add_to_cart' in fields,
  );
  if (shop) await person.post(shop.action, { ...shop.typed, ...Object.fromEntries(shop.buttons), quantity: '1' });
  waiting.push('/checkout/');
  const kinds = new Map<string, number>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const url = new URL(path, base);
    const kind = `${url.pathname.split('/')[1]}?${[...url.searchParams.keys()].sort().join()}`;
    if (
      url.origin !== base ||
      pages.has(url.pathname + url.search) ||
      (kinds.get(kind) ?? 0) >= 3 ||
      pages.size >= MAX_PAGES ||
      /wp-admin|logout|_wpnonce/.test(path)
    )
      continue;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const { html, status } = await person.get(url.pathname + url.search);
    if (status !== 200) continue;
    pages.set(url.pathname + url.search, html);
    waiting.push(...linksOf(html, url.href));
  }
  if (role !== 'visitor') for (const [path, html] of await adminPages(base, person)) pages.set(path, html);
  const paths = [...pages].flatMap(([path, html]) => [
    new URL(path, base),
    ...linksOf(html, base + path)
      .filter((link) => link.startsWith(base))
      .map((link) => new URL(link)),
  ]);
  const params = new Map(
    paths
      .flatMap((url) =>
        [...url.searchParams].map(([name, value]) => [`${name}=${value}`, [name, value] as const] as const),
      )
      .filter(([key]) => !/nonce|logout/.test(key)),
  );
  const forms = new Map(
    [...pages].flatMap(([page, html]) =>
      formsOf(html, page).map(
        (form) =>
          [
            `${form.action} ${Object.keys(form.typed).join()} ${form.buttons.flat().join()}`,
            { ...form, page },
          ] as const,
      ),
    ),
  );
  return {
    role: role,
    paths: [...new Set(paths.map(({ pathname }) => pathname))].filter((path) => !path.includes('logout')),
    params: [...params.values()],
    forms: [...forms.values()],
  };
}

async function firstProduct(person: Visitor): Promise<string> {
  const { html } = await person.get('/shop/');
  return /href="(?:http:\/\/[^/"]*)?(\/product\/[^"]+)"/.exec(html)?.[1] ?? '/shop/';
}
