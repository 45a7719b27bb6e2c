import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../core/boot/config.js';
import { createSite, type Site } from '../../../core/boot/site.js';
import { createSiteApp } from '../../../core/boot/web.js';
import { createContext, runInContext } from '../../../core/context/index.js';
import { listen } from '../../../core/http/index.js';
import fixtures from '../../fixtures/oracle/fixtures.json';
import { seedOracleContent } from '../../fixtures/oracle/content.js';
import { seedOracleUsers } from '../../fixtures/oracle/users.js';
import { type Engine, scratchDatabase } from '../../kit/databases.js';
import { send } from './http-case.js';
import { pageDifferences, type PageCase } from './page-case.js';
import { SITE_URL } from './rest-home.js';

/** The checkout, from here and from the bundle that the command runs. */
const ROOT = [join(__dirname, '..'), join(__dirname, '../../..')].find((folder) => existsSync(join(folder, 'themes'))) ?? __dirname;

/** The recorded site as a whole: the application as it starts, with the recorded content. */
export async function startPermalinksArea(engine: Engine = 'sqlite'): Promise<{ run(one: PageCase): Promise<string[]>; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-permalinks-'));
  const scratch = engine === 'mysql' ? await scratchDatabase('mysql') : undefined;
  const config = readConfig(ROOT, { DATA_DIR: dataDir, SITE_URL, LOG_LEVEL: 'silent', ...(scratch?.url ? { DATABASE_URL: scratch.url } : {}) }, dataDir);
  const site = await createSite(config);
  await runInContext(createContext('seed'), () => seed(site));
  const server = await listen(createSiteApp(site), 0, '127.0.0.1');
  const { host } = new URL(SITE_URL);
  const cookies = new Map<string, string>();

  async function cookieOf(login: string): Promise<string> {
    let cookie = cookies.get(login);
    if (cookie === undefined) {
      const form = new URLSearchParams({ log: login, pwd: `${login}-pass` }).toString();
      const answer = await send(server.port, 'POST', '/wp-login.php', { host, 'content-type': 'application/x-www-form-urlencoded' }, form);
      cookie = (answer.headers['set-cookie'] ?? '').split(/,\s*(?=[\w-]+=)/).map((one) => one.split(';')[0]).join('; ');
      cookies.set(login, cookie);
    }
    return cookie;
  }

  return {
    async run(one) {
      const { method, path, form, auth } = one.input;
      const headers: Record<string, string> = { host, ...one.input.headers };
      if (form) headers['content-type'] = 'application/x-www-form-urlencoded';
      if (auth?.type === 'cookie') headers.cookie = await cookieOf(auth.user ?? '');
      const answer = await send(server.port, method, path, headers, form ? new URLSearchParams(form).toString() : undefined);
      return pageDifferences(one, answer);
    },
    async close() {
      await server.close();
      await site.close();
      await scratch?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The options, users, posts and the shortcode of the recording. */
async function seed(site: Site): Promise<void> {
  const { options, shortcodes, formatting } = site;
  for (const [name, value] of Object.entries({ default_ping_status: 'open', date_format: 'F j, Y', ...fixtures.options })) await options.updateOption(name, value);
  await seedOracleUsers(site);
  await seedOracleContent(site);
  shortcodes.addShortcode('oracle_hello', (attributes) => {
    const { name } = shortcodes.shortcodeAtts({ name: 'nobody' }, attributes, 'oracle_hello');
    return `<span class="oracle">Hello ${formatting.escHtml(String(name))}</span>`;
  });
}
