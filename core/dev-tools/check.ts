import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { PlinthError, type PluginManifest } from '../api/index.js';
import { readManifest } from '../plugins/manifest/manifest.js';
import { moduleProblems } from '../plugins/loader/module-loader.js';
import { checkAwaits } from './check-awaits.js';
import { checkHooks } from './check-hooks.js';
import { checkTemplates, partialsIn } from './check-templates.js';
import { checkTexts } from './check-texts.js';
import { type ThemeCheck, checkTheme, isThemeFolder, unreadable } from './check-theme.js';
import { checkTypes } from './check-types.js';
import { DEFAULT_THEME } from '../view/index.js';
import type { Finding } from './finding.js';
import { prepareHostTypes } from './host-types.js';
import { packedFiles } from './packed-files.js';
import { pluginSources } from './plugin-files.js';
import { requiredHooks } from './required-hooks.js';

const MIB = 1024 * 1024;
/** `addTemplateHelper('name', …)`, which adds a helper for the plugin's templates. */
const ADDED_HELPER = /\baddTemplateHelper\(\s*['"]([\w-]+)['"]/g;
/** Size in bytes above which a package is unexpectedly large to download. */
const LARGE = 5 * MIB;

/** Folders needed for checking. */
interface Surroundings {
  /** Plinth's root folder. */
  readonly root: string;
  /** Folders of plugins, in which required plugins are searched for. */
  readonly plugins: readonly string[];
  /** Folders of themes, in which parent themes are searched for. */
  readonly themes: readonly string[];
}

/** Checks the folder of a plugin or a theme without running its code; returns all findings, errors first. */
export async function checkFolder(path: string, around: Surroundings): Promise<Finding[]> {
  const folder = resolve(path);
  if (!existsSync(folder))
    throw new PlinthError('folder_not_found', `The folder ${folder} does not exist.`, {
      hint: 'Use the path of the folder that contains plugin.json or theme.json.',
    });
  const found = isThemeFolder(folder) ? checkTheme(folder, around.themes) : await checkPlugin(folder, around);
  // Without a readable manifest, further checks are meaningless.
  if (found.unreadable) return found.findings;
  const sources = pluginSources(folder);
  const findings = [
    ...found.findings,
    ...checkTexts(folder, sources, found.textDomain, around.root),
    ...checkTemplates(sources, found.partials, found.helpers),
    ...checkLicence(folder),
    ...checkSize(folder),
  ];
  return findings.sort((a, b) => Number(b.level === 'error') - Number(a.level === 'error'));
}

async function checkPlugin(folder: string, { root, plugins }: Surroundings): Promise<ThemeCheck> {
  let manifest: PluginManifest;
  try {
    manifest = await readManifest(folder);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return unreadable('plugin.json', error);
  }
  const sources = pluginSources(folder);
  if (existsSync(join(folder, 'tsconfig.json'))) prepareHostTypes(root);
  const findings = [
    ...(await moduleProblems(manifest, folder)).map(({ file, line, message }): Finding => ({
      level: 'error',
      check: 'module',
      file,
      line,
      message,
    })),
    ...(await checkTypes(folder)),
    ...checkAwaits(sources),
    ...checkHooks(sources, requiredHooks(Object.keys(manifest.requiresPlugins), root, plugins)),
  ];
  const hosts = [join(root, 'templates/partials'), join(root, 'themes', DEFAULT_THEME, 'partials')];
  return {
    findings,
    textDomain: manifest.textDomain,
    partials: [...hosts.flatMap((one) => partialsIn(one)), ...partialsIn(join(folder, 'partials'), `${manifest.id}/`)],
    helpers: sources.flatMap(({ text }) => [...text.matchAll(ADDED_HELPER)].map(([, name = '']) => name)),
  };
}

function checkLicence(folder: string): Finding[] {
  const named = ['plugin.json', 'theme.json', 'package.json'].some((file) => {
    const path = join(folder, file);
    return (
      existsSync(path) && typeof (JSON.parse(readFileSync(path, 'utf8')) as { license?: unknown }).license === 'string'
    );
  });
  const written = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING'].some((file) => existsSync(join(folder, file)));
  if (named && written) return [];
  return [
    {
      level: 'warning',
      check: 'licence',
      file: '',
      line: 0,
      message: named
        ? `The license text is missing: add it as ${basename(folder)}/LICENSE.`
        : `No license is specified: add it to ${existsSync(join(folder, 'theme.json')) ? 'theme.json' : 'plugin.json'} ("license": "MIT").`,
    },
  ];
}

function checkSize(folder: string): Finding[] {
  const files = packedFiles(folder);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= LARGE) return [];
  const [largest] = files.sort((a, b) => b.bytes - a.bytes);
  return [
    {
      level: 'warning',
      check: 'size',
      file: largest?.path ?? '',
      line: 0,
      message: `The files have a total size of ${(bytes / MIB).toFixed(1)} MB; this one is the largest.`,
    },
  ];
}
