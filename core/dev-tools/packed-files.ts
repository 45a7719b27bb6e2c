import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { type PluginFile, pluginFiles } from './plugin-files.js';

/** What is nobody's but its author's, whatever their `.gitignore` says: keys, databases, settings, copies, what tools wrote. */
const PRIVATE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|sqlite3?(?:-\w+)?|db|env|bak|orig|log|swp|tgz|tar|gz)|env|coverage)$/i;
/** What the data folder of a site holds. */
const OF_SITE = ['site.sqlite', 'secret.key'];

/** The files of a plugin or theme that are given to others: nothing private, and nothing that its `.gitignore` names. */
export function packedFiles(folder: string): PluginFile[] {
  const ignored = readIgnored(join(folder, '.gitignore'));
  return pluginFiles(folder).filter(
    ({ path, file }) =>
      !path.split('/').some((name) => PRIVATE.test(name)) && !isOfSite(folder, file) && !ignored.ignores(path),
  );
}

/** Whether a file lies in the data folder of a site that ran here. */
function isOfSite(folder: string, file: string): boolean {
  for (let at = dirname(file); at.length > folder.length; at = dirname(at))
    if (OF_SITE.some((name) => existsSync(join(at, name)))) return true;
  return false;
}

function readIgnored(file: string): Ignore {
  return existsSync(file) ? ignore().add(readFileSync(file, 'utf8')) : ignore();
}
