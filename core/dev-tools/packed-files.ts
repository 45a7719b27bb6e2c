import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { type PluginFile, pluginFiles } from './plugin-files.js';

/**
 * Private files that are never packed, regardless of `.gitignore`: keys, databases, settings, backups, output of tools.
 */
const PRIVATE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|sqlite3?(?:-\w+)?|db|env|bak|orig|log|swp|tgz|tar|gz)|env|coverage)$/i;
/** Files that identify the data folder of a site. */
const OF_SITE = ['site.sqlite', 'secret.key'];

/** Returns the files of a plugin or theme for distribution: nothing private, and nothing listed in its `.gitignore`. */
export function packedFiles(folder: string): PluginFile[] {
  const ignored = readIgnored(join(folder, '.gitignore'));
  return pluginFiles(folder).filter(
    ({ path, file }) =>
      !path.split('/').some((name) => PRIVATE.test(name)) && !isOfSite(folder, file) && !ignored.ignores(path),
  );
}

/** Whether a file is in the data folder of a site that ran here. */
function isOfSite(folder: string, file: string): boolean {
  for (let at = dirname(file); at.length > folder.length; at = dirname(at))
    if (OF_SITE.some((name) => existsSync(join(at, name)))) return true;
  return false;
}

function readIgnored(file: string): Ignore {
  return existsSync(file) ? ignore().add(readFileSync(file, 'utf8')) : ignore();
}
