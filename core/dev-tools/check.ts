import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { PlinthError, type PluginManifest } from '../api/index.js';
import { coreVersion } from '../app/config.js';
import { readManifest } from '../plugins/manifest/manifest.js';
import { hostMismatch } from '../plugins/manifest/requirements.js';
import { moduleProblems } from '../plugins/loader/module-loader.js';
import { checkAwaits } from './check-awaits.js';
import { checkHooks } from './check-hooks.js';
import { checkLint } from './check-lint.js';
import { checkTemplates, partialNames } from './check-templates.js';
import { checkTexts } from './check-texts.js';
import { type ThemeCheck, checkTheme, isThemeFolder, createUnreadableCheck } from './check-theme.js';
import { checkTypes } from './check-types.js';
import { DEFAULT_THEME } from '../view/index.js';
import type { Finding } from './finding.js';
import { prepareHostTypes } from './host-types.js';
import { packedFiles } from './packed-files.js';
import { pluginSources } from './plugin-files.js';
import { requiredHooks } from './required-hooks.js';

const MIB = 1024 * 1024;
/** Matches `addTemplateHelper('name', …)`, which adds a helper for the templates of a plugin. */
const ADDED_HELPER = /\baddTemplateHelper\(\s*['"]([\w-]+)['"]/g;
/** Maximum size of a package in bytes; a warning reports larger ones. */
const MAX_BYTES = 5 * MIB;

/** The other folders that the checks need. */
interface CheckFolders {
  /** Plinth's root folder. */
  readonly root: string;
  /** Folders to search for required plugins. */
  readonly plugins: readonly string[];
  /** Folders to search for parent themes. */
  readonly themes: readonly string[];
}

/** Checks the folder of a plugin or theme without running its code. Returns all findings, with errors first. */
export async function checkFolder(path: string, checkFolders: CheckFolders): Promise<Finding[]> {
  const folder = resolve(path);
  if (!existsSync(folder))
    throw new PlinthError('folder_not_found', `The folder ${folder} does not exist.`, {
      hint: 'Use the path of the folder that contains plugin.json or theme.json.',
    });
  const manifestCheck = isThemeFolder(folder)
    ? checkTheme(folder, checkFolders.themes)
    : await checkPlugin(folder, checkFolders);
  // Without a readable manifest, the other checks are impossible.
  if (manifestCheck.unreadable) return manifestCheck.findings;
  const sources = pluginSources(folder);
  const findings = [
    ...manifestCheck.findings,
    ...checkTexts(folder, sources, manifestCheck.textDomain, checkFolders.root),
    ...checkTemplates(sources, manifestCheck.partials, manifestCheck.helpers),
    ...checkLicense(folder),
    ...checkSize(folder),
  ];
  return findings.sort((a, b) => Number(b.level === 'error') - Number(a.level === 'error'));
}

async function checkPlugin(folder: string, { root, plugins }: CheckFolders): Promise<ThemeCheck> {
  let manifest: PluginManifest;
  try {
    manifest = await readManifest(folder);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return createUnreadableCheck('plugin.json', error);
  }
  const sources = pluginSources(folder);
  if (existsSync(join(folder, 'tsconfig.json'))) prepareHostTypes(root);
  const findings = [
    ...checkHostVersion(manifest, root),
    ...(await moduleProblems(manifest, folder)).map(({ file, line, message }): Finding => ({
      level: 'error',
      check: 'module',
      file,
      line,
      message,
    })),
    ...(await checkTypes(folder)),
    ...(await checkLint(folder)),
    ...checkAwaits(sources),
    ...checkHooks(sources, requiredHooks(Object.keys(manifest.requiresPlugins), root, plugins)),
  ];
  const corePartialFolders = [join(root, 'templates/partials'), join(root, 'themes', DEFAULT_THEME, 'partials')];
  return {
    findings,
    textDomain: manifest.textDomain,
    partials: [
      ...corePartialFolders.flatMap((corePartialFolder) => partialNames(corePartialFolder)),
      ...partialNames(join(folder, 'partials'), `${manifest.id}/`),
    ],
    helpers: sources.flatMap(({ text }) => [...text.matchAll(ADDED_HELPER)].map(([, name = '']) => name)),
  };
}

/** Reports a plugin that the installed versions of Plinth and Node.js would refuse. */
function checkHostVersion(manifest: PluginManifest, root: string): Finding[] {
  const mismatch = hostMismatch(manifest, { core: coreVersion(root), node: process.versions.node });
  return mismatch
    ? [{ level: 'error', check: 'manifest', file: 'plugin.json', line: 0, message: mismatch.message }]
    : [];
}

function checkLicense(folder: string): Finding[] {
  const hasLicenseName = ['plugin.json', 'theme.json', 'package.json'].some((file) => {
    const path = join(folder, file);
    return (
      existsSync(path) && typeof (JSON.parse(readFileSync(path, 'utf8')) as { license?: unknown }).license === 'string'
    );
  });
  const hasLicenseFile = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING'].some((file) =>
    existsSync(join(folder, file)),
  );
  if (hasLicenseName && hasLicenseFile) return [];
  return [
    {
      level: 'warning',
      check: 'license',
      file: '',
      line: 0,
      message: hasLicenseName
        ? `The license text is missing: add it as ${basename(folder)}/LICENSE.`
        : `No license is specified: add it to ${existsSync(join(folder, 'theme.json')) ? 'theme.json' : 'plugin.json'} ("license": "MIT").`,
    },
  ];
}

function checkSize(folder: string): Finding[] {
  const files = packedFiles(folder);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= MAX_BYTES) return [];
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
