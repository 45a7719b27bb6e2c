import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSiteApp } from '../../../core/app/web.js';
import { listen } from '../../../core/http/index.js';
import { type Engine, scratchDatabase } from '../../kit/databases.js';
import { send } from './http-case.js';
import { pageDifferences, type PageCase } from './page-case.js';
import { logInByForm } from './login.js';
import { openWholeSite, seedRecordedSite } from './recorded-site.js';
import { SITE_URL } from './rest-home.js';

/** The complete application with the recorded content. */
export async function startPermalinksArea(
  engine: Engine = 'sqlite',
): Promise<{ run(testCase: PageCase): Promise<string[]>; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-permalinks-'));
  const scratch = engine === 'mysql' ? await scratchDatabase('mysql') : undefined;
  const site = await openWholeSite(dataDir, scratch?.url ? { DATABASE_URL: scratch.url } : {});
  await seedRecordedSite(site);
  const server = await listen(createSiteApp(site), 0, '127.0.0.1');
  const { host } = new URL(SITE_URL);
  const cookies = new Map<string, string>();

  async function cookieOf(login: string): Promise<string> {
    const cookie = cookies.get(login) ?? (await logInByForm(server.port, login, `${login}-pass`));
    cookies.set(login, cookie);
    return cookie;
  }

  return {
    async run(testCase) {
      const { method, path, form, auth } = testCase.input;
      const headers: Record<string, string> = { host, ...testCase.input.headers };
      if (form) headers['content-type'] = 'application/x-www-form-urlencoded';
      if (auth?.type === 'cookie') headers.cookie = await cookieOf(auth.user ?? '');
      const response = await send(
        server.port,
        method,
        path,
        headers,
        form ? new URLSearchParams(form).toString() : undefined,
      );
      return pageDifferences(testCase, response);
    },
    async close() {
      await server.close();
      await site.close();
      await scratch?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
