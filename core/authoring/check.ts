import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { PlinthError, type PluginManifest } from '../api/index.js';
import { readManifest } from '../plugins/manifest.js';
import { moduleProblems } from '../plugins/module-loader.js';
import { checkHooks, declaredHooks } from './check-hooks.js';
import { checkTexts } from './check-texts.js';
import { checkTypes } from './check-types.js';
import type { Finding } from './finding.js';
import { pluginFiles, pluginSources } from './plugin-files.js';

const MIB = 1024 * 1024;
/** What an owner may be asked to fetch without wondering. */
const LARGE = 5 * MIB;

/**
 * Looks at a plugin's folder without running its code: all that is wrong with it, errors first.
 * @param neighbours folders of plugins, among which those that it requires are looked for
 */
export async function checkPlugin(path: string, neighbours: readonly string[]): Promise<Finding[]> {
  const folder = resolve(path);
  if (!existsSync(folder)) throw new PlinthError('folder_missing', `There is no folder ${folder}.`, { cure: 'Name the folder of the plugin, where its plugin.json lies.' });
  let manifest: PluginManifest;
  try {
    manifest = await readManifest(folder);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return [{ level: 'error', check: 'manifest', file: 'plugin.json', line: 0, message: error.message }];
  }
  const sources = pluginSources(folder);
  const required = neighbours.flatMap((parent) => Object.keys(manifest.requiresPlugins).map((id) => join(parent, id))).filter((one) => existsSync(one));
  const findings = [
    ...(await moduleProblems(manifest, folder)).map(({ file, line, message }): Finding => ({ level: 'error', check: 'module', file, line, message })),
    ...(await checkTypes(folder)),
    ...checkHooks(sources, required.flatMap((one) => declaredHooks(pluginSources(one)))),
    ...checkTexts(folder, sources, manifest.textDomain),
    ...checkLicence(folder),
    ...checkSize(folder),
  ];
  return findings.sort((a, b) => Number(b.level === 'error') - Number(a.level === 'error'));
}

function checkLicence(folder: string): Finding[] {
  const named = ['plugin.json', 'package.json'].some((file) => {
    const path = join(folder, file);
    return existsSync(path) && typeof (JSON.parse(readFileSync(path, 'utf8')) as { license?: unknown }).license === 'string';
  });
  const written = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING'].some((file) => existsSync(join(folder, file)));
  if (named && written) return [];
  return [{ level: 'warning', check: 'licence', file: '', line: 0, message: named ? `The text of the licence is missing: put it into ${basename(folder)}/LICENSE.` : 'Nothing says under which licence it may be used: name it in plugin.json ("license": "MIT").' }];
}

function checkSize(folder: string): Finding[] {
  const files = pluginFiles(folder);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= LARGE) return [];
  const [largest] = files.sort((a, b) => b.bytes - a.bytes);
  return [{ level: 'warning', check: 'size', file: largest.path, line: 0, message: `Its files are ${(bytes / MIB).toFixed(1)} MB together; this one is the largest.` }];
}
