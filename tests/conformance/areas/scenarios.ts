import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSiteApp } from '../../../core/app/web.js';
import type { HttpRunner } from './http-runner.js';
import { startRunner } from './http-runner.js';
import { addRecordedShortcode, openWholeSite, seedRecordedSite } from './recorded-site.js';
import { restNonce, logInByForm } from './login.js';
import { assertDefined } from '../../kit/assert-defined.js';

/** Runs areas that consist of scenarios. The scenario is the part of the case id before the first dash; each starts with the recorded site. */
export async function startScenarios(): Promise<HttpRunner> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-scenarios-'));
  const seeded = await openWholeSite(join(folder, 'seeded'));
  await seedRecordedSite(seeded);
  await seeded.close();
  let current: (HttpRunner & { readonly name: string }) | undefined;

  async function openScenario(name: string): Promise<HttpRunner & { readonly name: string }> {
    await current?.close();
    const dataDir = join(folder, name);
    cpSync(join(folder, 'seeded'), dataDir, { recursive: true });
    const site = await openWholeSite(dataDir);
    addRecordedShortcode(site);
    // The recorded theme is a block theme without menu locations and sidebars.
    for (const location of Object.keys(site.content.getRegisteredNavMenus())) site.content.unregisterNavMenu(location);
    for (const sidebar of [...site.widgets.getRegisteredSidebars().keys()]) site.widgets.unregisterSidebar(sidebar);
    const runner = await startRunner({ app: createSiteApp(site) }, async (port, user) => {
      const cookie = await logInByForm(port, user, `${user}-pass`);
      return { cookie, nonce: await restNonce(port, cookie) };
    });
    return {
      name,
      run: runner.run,
      async close() {
        await runner.close();
        await site.close();
      },
    };
  }

  return {
    async run(testCase) {
      const [name] = testCase.id.split('-');
      if (!current || current.name !== name) current = await openScenario(assertDefined(name));
      return current.run(testCase);
    },
    async close() {
      await current?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
