import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { type PluginFile, pluginFiles } from './plugin-files.js';

/** Matches private files, such as keys, databases and backups. They are never packed, regardless of `.gitignore`. */
const PRIVATE_FILE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|sqlite3?(?:-\w+)?|db|env|bak|orig|log|swp|tgz|tar|gz)|env|coverage)$/i;
/** Files that only the data folder of a site contains. */
const SITE_DATA_FILES = ['site.sqlite', 'secret.key'];

/** Returns the files of a plugin or theme for distribution, without private files and those listed in `.gitignore`. */
export function packedFiles(folder: string): PluginFile[] {
  const ignored = readIgnored(join(folder, '.gitignore'));
  return pluginFiles(folder).filter(
    ({ path, file }) =>
      !path.split('/').some((name) => PRIVATE_FILE.test(name)) && !isInSiteData(folder, file) && !ignored.ignores(path),
  );
}

/** Whether a file is in the data folder of a site. */
function isInSiteData(folder: string, file: string): boolean {
  for (let ancestor = dirname(file); ancestor.length > folder.length; ancestor = dirname(ancestor))
    if (SITE_DATA_FILES.some((name) => existsSync(join(ancestor, name)))) return true;
  return false;
}

function readIgnored(file: string): Ignore {
  return existsSync(file) ? ignore().add(readFileSync(file, 'utf8')) : ignore();
}
