import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../core/app/config.js';
import { createSite, type Site } from '../../../core/app/site.js';
import { createContext, runInContext } from '../../../core/context/index.js';
import fixtures from '../../fixtures/oracle/fixtures.json';
import { seedOracleContent } from '../../fixtures/oracle/content.js';
import { seedOracleUsers } from '../../fixtures/oracle/users.js';
import { SITE_URL } from './rest-home.js';

/** Root of the checkout, both from this file and from the bundle. */
const ROOT =
  [join(__dirname, '..'), join(__dirname, '../../..')].find((folder) => existsSync(join(folder, 'themes'))) ??
  __dirname;

/** Opens a complete site with the URL of the recording, in a separate folder. */
export function openWholeSite(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  return createSite(readConfig(ROOT, { DATA_DIR: dataDir, SITE_URL, LOG_LEVEL: 'silent', ...settings }, dataDir));
}

/** Seeds the options, users, posts and the shortcode of the recording. */
export function seedRecordedSite(site: Site): Promise<void> {
  return runInContext(createContext('seed'), async () => {
    const { options } = site;
    for (const [name, value] of Object.entries({
      default_ping_status: 'open',
      date_format: 'F j, Y',
      ...fixtures.options,
    }))
      await options.updateOption(name, value);
    await seedOracleUsers(site);
    // WordPress sets the URL of the first user to that of the site.
    await site.users.wpUpdateUser({ id: 1, user_url: SITE_URL });
    await seedOracleContent(site);
    addRecordedShortcode(site);
  });
}

/** Registers the shortcode used by posts of the recording. */
export function addRecordedShortcode({ shortcodes, formatting }: Site): void {
  shortcodes.addShortcode('oracle_hello', (attributes) => {
    const { name } = shortcodes.shortcodeAtts({ name: 'nobody' }, attributes, 'oracle_hello');
    return `<span class="oracle">Hello ${formatting.escHtml(String(name))}</span>`;
  });
}
