import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PluginFile, pluginFiles } from './plugin-files.js';

/** What is nobody's but its author's, whatever their `.gitignore` says: keys, databases, settings, copies, what tools wrote. */
const PRIVATE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|sqlite3?(?:-\w+)?|db|env|bak|orig|log|swp|tgz|tar|gz)|env|coverage)$/i;
/** What the data folder of a site holds. */
const OF_SITE = ['site.sqlite', 'secret.key'];

/** One line of a `.gitignore`. */
interface Rule {
  readonly pattern: RegExp;
  readonly isTaken: boolean;
}

/** The files of a plugin or theme that are given to others: nothing private, and nothing that its `.gitignore` names. */
export function packedFiles(folder: string): PluginFile[] {
  const rules = readRules(join(folder, '.gitignore'));
  return pluginFiles(folder).filter(
    ({ path, file }) =>
      !path.split('/').some((name) => PRIVATE.test(name)) && !isOfSite(folder, file) && !isIgnored(rules, path),
  );
}

/** Whether a file lies in the data folder of a site that ran here. */
function isOfSite(folder: string, file: string): boolean {
  for (let at = dirname(file); at.length > folder.length; at = dirname(at))
    if (OF_SITE.some((name) => existsSync(join(at, name)))) return true;
  return false;
}

function readRules(file: string): Rule[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\) +$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(ruleOf);
}

function ruleOf(line: string): Rule {
  const isTaken = line.startsWith('!');
  const said = isTaken ? line.slice(1) : line;
  const path = said.replace(/^\/|\/$/g, '');
  // One with a slash inside of it, or in front, counts from the folder itself.
  const isRooted = said.startsWith('/') || path.includes('/');
  const start = isRooted ? '^' : '(?:^|/)';
  // What is in a folder that is left out is left out as well.
  const end = said.endsWith('/') ? '/' : '(?:/|$)';
  return { pattern: new RegExp(start + inWords(path) + end), isTaken };
}

/** The marks of a pattern as a regular expression. */
function inWords(path: string): string {
  return path
    .split(/(\*\*\/|\/\*\*|\*|\?|\[[^\]]+\])/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '/**') return '/.*';
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      if (/^\[[^\]]+\]$/.test(part)) return part.replace(/^\[!/, '[^');
      return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
}

/** The last rule that fits decides. */
function isIgnored(rules: readonly Rule[], path: string): boolean {
  return rules.reduce((ignored, { pattern, isTaken }) => (pattern.test(path) ? !isTaken : ignored), false);
}
