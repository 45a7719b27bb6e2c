import { readFile } from 'node:fs/promises';
import { basename, join, normalize } from 'node:path';
import semver from 'semver';
import { PlinthError, type PluginManifest } from '../api/index.js';
import { wrongHosts } from './manifest-hosts.js';

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const REQUIRED = ['name', 'version', 'description', 'author', 'requiresCore', 'main'] as const;

/** Whether a folder of this name can be a plugin. */
export function isPluginId(name: string): boolean {
  return ID.test(name) && name.length <= 60;
}

/**
 * Reads and checks a plugin's `plugin.json` without running any of its code.
 * @throws PlinthError `plugin_manifest_missing`, `plugin_manifest_invalid`
 */
export async function readManifest(folder: string): Promise<PluginManifest> {
  const id = basename(folder);
  const file = join(folder, 'plugin.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new PlinthError('plugin_manifest_missing', `The plugin "${id}" has no plugin.json.`, { cure: 'Put plugin.json into the plugin’s folder.', cause });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw invalid(id, `it is not JSON: ${(cause as Error).message}`);
  }
  return checkManifest(id, json);
}

/** Checks the content of a `plugin.json`. */
function checkManifest(id: string, json: unknown): PluginManifest {
  if (!isPluginId(id)) throw invalid(id, 'the folder’s name must be at most 60 lower-case letters, digits and hyphens');
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalid(id, 'it must be an object');
  const fields = json as Record<string, unknown>;
  for (const key of REQUIRED) {
    if (typeof fields[key] !== 'string' || fields[key].trim() === '') throw invalid(id, `"${key}" must be a text`);
  }
  const { name, version, description, author, requiresCore, main } = fields as Record<(typeof REQUIRED)[number], string>;
  if (!semver.valid(version)) throw invalid(id, `"version" must be a semantic version, not "${version}"`);
  if (semver.validRange(requiresCore) === null) throw invalid(id, `"requiresCore" must be a semver range, not "${requiresCore}"`);
  const requiresNode = fields.requiresNode ?? '*';
  if (typeof requiresNode !== 'string' || semver.validRange(requiresNode) === null) throw invalid(id, '"requiresNode" must be a semver range, such as ">=22"');
  const path = normalize(main);
  if (path.startsWith('..') || path.startsWith('/') || /[\\\0]/.test(path)) throw invalid(id, '"main" must lie inside the plugin’s folder');
  const wrong = wrongHosts((fields.contributes as { hosts?: unknown } | undefined)?.hosts);
  if (wrong !== undefined) throw invalid(id, wrong);
  return {
    id,
    name,
    version,
    description,
    author,
    requiresCore,
    requiresNode,
    main: path,
    requiresPlugins: requirements(id, fields.requiresPlugins),
    textDomain: typeof fields.textDomain === 'string' ? fields.textDomain : id,
    developmentOnly: fields.developmentOnly === true,
    protects: things(id, fields.protects),
    contributes: fields.contributes ?? {},
  };
}

/** `["store"]` and `{"store": "^1.0.0"}` both say which plugins must be active. */
function requirements(id: string, value: unknown): Record<string, string> {
  if (value === undefined) return {};
  const entries = Array.isArray(value) ? value.map((name) => [name, '*'] as const) : Object.entries(value as object);
  const out: Record<string, string> = {};
  for (const [name, range] of entries) {
    if (typeof name !== 'string' || !ID.test(name) || typeof range !== 'string' || semver.validRange(range) === null) {
      throw invalid(id, '"requiresPlugins" must be a list of plugin names, or names with semver ranges');
    }
    out[name] = range;
  }
  return out;
}

function things(id: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((thing) => typeof thing === 'string' && ID.test(thing))) throw invalid(id, '"protects" must be a list of names, such as ["checkout"]');
  return value as string[];
}

function invalid(id: string, why: string): PlinthError {
  return new PlinthError('plugin_manifest_invalid', `The plugin.json of "${id}" cannot be used: ${why}.`, {
    cure: 'Correct plugin.json; docs/guide/plugin-json.md lists its fields.',
    status: 400,
  });
}
