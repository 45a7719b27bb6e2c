import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PlinthError } from '../api/index.js';
import { closestMatch } from '../api/closest-match.js';
import { readThemes, type Theme } from '../view/index.js';
import { partialNames } from './check-templates.js';
import type { Finding } from './finding.js';

/** Findings about a folder, and what is needed to check its texts and templates. */
export interface ThemeCheck {
  readonly findings: Finding[];
  /** Set if the manifest cannot be read, so that the other checks are impossible. */
  readonly unreadable?: true;
  readonly textDomain: string;
  /** Names of the partials that its templates can use. */
  readonly partials: readonly string[];
  /** Names of the helpers that it adds. */
  readonly helpers: readonly string[];
}

const KNOWN_KEYS = [
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

/** Whether a folder is a theme and not a plugin. Plugins may contain themes in subfolders. */
export function isThemeFolder(folder: string): boolean {
  return existsSync(join(folder, 'theme.json')) && !existsSync(join(folder, 'plugin.json'));
}

export function createUnreadableCheck(file: string, { message }: Error): ThemeCheck {
  return {
    findings: [{ level: 'error', check: 'manifest', file, line: 0, message }],
    unreadable: true,
    textDomain: '',
    partials: [],
    helpers: [],
  };
}

/**
 * Checks the file theme.json of a theme.
 * @param folders folders to search for parent themes
 */
export function checkTheme(folder: string, folders: readonly string[]): ThemeCheck {
  const id = basename(folder);
  let chain: Theme[];
  try {
    chain = readThemes([dirname(folder), ...folders], id);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return createUnreadableCheck('theme.json', error);
  }
  return {
    findings: [...findUnknownKeys(folder), ...findMissingFiles(chain)],
    textDomain: id,
    partials: [
      ...chain.map((theme) => join(theme.folder, 'partials')),
      ...folders.map((pluginFolder) => join(pluginFolder, 'default', 'partials')),
    ].flatMap((partialFolder) => partialNames(partialFolder)),
    helpers: [],
  };
}

function findUnknownKeys(folder: string): Finding[] {
  const json = JSON.parse(readFileSync(join(folder, 'theme.json'), 'utf8')) as object;
  return Object.keys(json)
    .filter((key) => !KNOWN_KEYS.includes(key))
    .map((key) => {
      const suggestion = closestMatch(key, KNOWN_KEYS);
      return createFinding(
        `Unknown key "${key}"${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
        'warning',
      );
    });
}

/** Reports files that theme.json lists and that do not exist in the theme or its parents. */
function findMissingFiles(chain: readonly Theme[]): Finding[] {
  const [theme] = chain;
  if (!theme) return [];
  const assets = [...theme.styles, ...theme.scripts, ...(theme.screenshot === '' ? [] : [theme.screenshot])];
  return [
    ...assets
      .filter((file) => !existsSync(join(theme.folder, 'assets', file)))
      .map((file) => createFinding(`The file assets/${file} does not exist.`)),
    ...theme.customTemplates
      .filter(({ name }) => !chain.some((ancestor) => existsSync(join(ancestor.folder, `${name}.hbs`))))
      .map(({ name }) => createFinding(`The file ${name}.hbs does not exist.`)),
  ];
}

function createFinding(message: string, level: Finding['level'] = 'error'): Finding {
  return { level, check: 'manifest', file: 'theme.json', line: 0, message };
}
