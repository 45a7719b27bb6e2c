import { readFile, stat } from 'node:fs/promises';
import { basename, join, normalize } from 'node:path';
import semver from 'semver';
import { PlinthError, type PluginManifest } from '../../api/index.js';
import { parseJsonFile } from '../../formatting/text/parse-json-file.js';
import { findHostsProblem } from './manifest-hosts.js';
import { MANIFEST_SCHEMA } from './manifest-schema.js';
import { schemaProblems } from './schema-problems.js';

const ID_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a folder name is a valid plugin id. */
export function isPluginId(name: string): boolean {
  return ID_PATTERN.test(name) && name.length <= 60;
}

/**
 * Reads and checks a plugin's `plugin.json` without running any of its code.
 * @throws PlinthError `plugin_manifest_not_found`, `plugin_manifest_invalid`
 */
export async function readManifest(folder: string): Promise<PluginManifest> {
  const id = basename(folder);
  const file = join(folder, 'plugin.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new PlinthError('plugin_manifest_not_found', `The plugin "${id}" has no plugin.json.`, {
      hint: 'Add a plugin.json file to the plugin’s folder.',
      cause,
    });
  }
  let json: unknown;
  try {
    json = parseJsonFile(text);
  } catch (cause) {
    throw invalid(id, `it is not valid JSON: ${(cause as Error).message}`);
  }
  const manifest = checkManifest(id, json);
  if (!(await isFile(join(folder, manifest.main))) && !(await isFile(compiledFile(folder, id))))
    throw invalid(id, `"main" refers to ${manifest.main}, which does not exist in the plugin’s folder`);
  return manifest;
}

/**
 * Returns the path of the compiled code of a plugin that ships with Plinth; the package omits its sources.
 */
function compiledFile(folder: string, id: string): string {
  return join(folder, '..', '..', 'dist', 'bundled', `${id}.cjs`);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

type RequiredField = 'name' | 'version' | 'description' | 'author' | 'requiresCore' | 'main';
/** The fields of a valid `plugin.json`. */
type ManifestFields = Pick<PluginManifest, RequiredField> &
  Partial<Omit<PluginManifest, RequiredField | 'requiresPlugins'>> & {
    readonly requiresPlugins?: readonly string[] | Readonly<Record<string, string>>;
  };

/** Validates the content of a `plugin.json`. */
function checkManifest(id: string, json: unknown): PluginManifest {
  if (!isPluginId(id)) throw invalid(id, 'the folder name must be at most 60 lowercase letters, digits and hyphens');
  const problems = schemaProblems(json, MANIFEST_SCHEMA);
  if (problems.length > 0) throw invalid(id, problems.join('; '));
  const fields = json as ManifestFields;
  const { name, version, description, author, requiresCore, main, requiresNode = '*' } = fields;
  if (fields.id !== undefined && fields.id !== id)
    throw invalid(id, `"id" must be the folder name, not "${fields.id}"`);
  if (!semver.valid(version)) throw invalid(id, `"version" must be a semantic version, not "${version}"`);
  if (semver.validRange(requiresCore) === null)
    throw invalid(id, `"requiresCore" must be a semver range, not "${requiresCore}"`);
  if (semver.validRange(requiresNode) === null)
    throw invalid(id, `"requiresNode" must be a semver range such as ">=22", not "${requiresNode}"`);
  const path = normalize(main);
  if (path.startsWith('..') || path.startsWith('/') || /[\\\0]/.test(path))
    throw invalid(id, '"main" must be a path inside the plugin’s folder');
  const problem = findHostsProblem((fields.contributes as { hosts?: unknown } | undefined)?.hosts);
  if (problem !== undefined) throw invalid(id, problem);
  return {
    id,
    name,
    version,
    description,
    author,
    requiresCore,
    requiresNode,
    main: path,
    requiresPlugins: parseRequirements(id, fields.requiresPlugins ?? []),
    textDomain: fields.textDomain ?? id,
    developmentOnly: fields.developmentOnly ?? false,
    protects: fields.protects ?? [],
    contributes: fields.contributes ?? {},
  };
}

/** Returns the semver range of each required plugin; `["store"]` and `{"store": "^1.0.0"}` are both valid. */
function parseRequirements(
  id: string,
  value: readonly string[] | Readonly<Record<string, string>>,
): Record<string, string> {
  const ranges = Array.isArray(value)
    ? Object.fromEntries(value.map((name: string) => [name, '*']))
    : { ...(value as Readonly<Record<string, string>>) };
  for (const [name, range] of Object.entries(ranges)) {
    if (semver.validRange(range) === null)
      throw invalid(id, `"requiresPlugins.${name}" must be a semver range such as "^1.0.0", not "${range}"`);
  }
  return ranges;
}

function invalid(id: string, reason: string): PlinthError {
  return new PlinthError(
    'plugin_manifest_invalid',
    `The plugin.json of "${id}" is invalid: ${reason.endsWith('?') ? reason : `${reason}.`}`,
    {
      hint: 'Correct plugin.json; see docs/guide/plugin-json.md for its fields.',
      status: 400,
    },
  );
}
