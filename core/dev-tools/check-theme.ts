import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PlinthError } from '../api/index.js';
import { closestMatch } from '../api/closest-match.js';
import { readThemes, type Theme } from '../view/index.js';
import { partialsIn } from './check-templates.js';
import type { Finding } from './finding.js';

/** Findings in a folder, and the data for checking its texts and templates. */
export interface ThemeCheck {
  readonly findings: Finding[];
  /** Whether further checks are impossible until this is fixed. */
  readonly unreadable?: true;
  readonly textDomain: string;
  /** Partials available to its templates. */
  readonly partials: readonly string[];
  /** Its own helpers. */
  readonly helpers: readonly string[];
}

const KEYS = [
  '$schema',
  'name',
  'version',
  'description',
  'author',
  'license',
  'screenshot',
  'parent',
  'styles',
  'scripts',
  'customTemplates',
  'menus',
  'sidebars',
];

/** Whether a folder is a theme rather than a plugin, which may contain themes in subfolders. */
export function isThemeFolder(folder: string): boolean {
  return existsSync(join(folder, 'theme.json')) && !existsSync(join(folder, 'plugin.json'));
}

export function unreadable(file: string, { message }: Error): ThemeCheck {
  return {
    findings: [{ level: 'error', check: 'manifest', file, line: 0, message }],
    unreadable: true,
    textDomain: '',
    partials: [],
    helpers: [],
  };
}

/**
 * Checks a theme's theme.json.
 * @param folders folders in which its parents are searched for
 */
export function checkTheme(folder: string, folders: readonly string[]): ThemeCheck {
  const id = basename(folder);
  let chain: Theme[];
  try {
    chain = readThemes([dirname(folder), ...folders], id);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return unreadable('theme.json', error);
  }
  return {
    findings: [...misspelled(folder), ...missing(chain)],
    textDomain: id,
    partials: [
      ...chain.map((theme) => join(theme.folder, 'partials')),
      ...folders.map((one) => join(one, 'default', 'partials')),
    ].flatMap((one) => partialsIn(one)),
    helpers: [],
  };
}

function misspelled(folder: string): Finding[] {
  const json = JSON.parse(readFileSync(join(folder, 'theme.json'), 'utf8')) as object;
  return Object.keys(json)
    .filter((key) => !KEYS.includes(key))
    .map((key) => {
      const suggestion = closestMatch(key, KEYS);
      return finding(
        `Unknown key "${key}"${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
        'warning',
      );
    });
}

/** Reports files that theme.json names and that are missing in the folder and its parents. */
function missing(chain: readonly Theme[]): Finding[] {
  const [theme] = chain;
  if (!theme) return [];
  const assets = [...theme.styles, ...theme.scripts, ...(theme.screenshot === '' ? [] : [theme.screenshot])];
  return [
    ...assets
      .filter((file) => !existsSync(join(theme.folder, 'assets', file)))
      .map((file) => finding(`The file assets/${file} does not exist.`)),
    ...theme.customTemplates
      .filter(({ name }) => !chain.some((one) => existsSync(join(one.folder, `${name}.hbs`))))
      .map(({ name }) => finding(`The file ${name}.hbs does not exist.`)),
  ];
}

function finding(message: string, level: Finding['level'] = 'error'): Finding {
  return { level, check: 'manifest', file: 'theme.json', line: 0, message };
}
