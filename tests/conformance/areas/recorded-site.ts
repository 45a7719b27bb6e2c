import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../core/app/config.js';
import { createSite, type Site } from '../../../core/app/site.js';
import { createContext, runInContext } from '../../../core/context/index.js';
import fixtures from '../../fixtures/oracle/fixtures.json';
import { seedOracleContent } from '../../fixtures/oracle/content.js';
import { seedOracleUsers } from '../../fixtures/oracle/users.js';
import { SITE_URL } from './rest-home.js';

/** The checkout, from here and from the bundle that the command runs. */
const ROOT =
  [join(__dirname, '..'), join(__dirname, '../../..')].find((folder) => existsSync(join(folder, 'themes'))) ??
  __dirname;

/** Opens a whole site at the address of the recording, on a folder of its own. */
export function openWholeSite(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  return createSite(readConfig(ROOT, { DATA_DIR: dataDir, SITE_URL, LOG_LEVEL: 'silent', ...settings }, dataDir));
}

/** The options, users, posts and the shortcode of the recording. */
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
    // The first account of a new WordPress has the site for its address.
    await site.users.wpUpdateUser({ id: 1, user_url: SITE_URL });
    await seedOracleContent(site);
    addRecordedShortcode(site);
  });
}

/** What posts of the recording contain. */
export function addRecordedShortcode({ shortcodes, formatting }: Site): void {
  shortcodes.addShortcode('oracle_hello', (attributes) => {
    const { name } = shortcodes.shortcodeAtts({ name: 'nobody' }, attributes, 'oracle_hello');
    return `<span class="oracle">Hello ${formatting.escHtml(String(name))}</span>`;
  });
}
