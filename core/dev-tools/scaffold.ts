import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { normalizeForSearch, PlinthError } from '../api/index.js';
import { coreVersion } from '../app/config.js';
import { hostDependency, linkHost } from './link-host.js';

/** The templates for new plugins and themes, with their folders in `scaffolds/` and the plugins they require. */
export const SCAFFOLD_TEMPLATES = {
  basic: { parts: ['every-plugin', 'basic'], requires: [] },
  block: { parts: ['every-plugin', 'block'], requires: [] },
  payment: { parts: ['every-plugin', 'payment'], requires: ['store'] },
  facet: { parts: ['every-plugin', 'facet'], requires: ['store', 'facet'] },
  theme: { parts: ['theme'], requires: [] },
} as const satisfies Readonly<
  Record<string, { readonly parts: readonly string[]; readonly requires: readonly string[] }>
>;

type TemplateName = keyof typeof SCAFFOLD_TEMPLATES;

/** Whether a template creates a theme. */
export function isThemeTemplate(template: string): boolean {
  return template === ('theme' satisfies TemplateName);
}

/** Data of the plugin or theme that will be created. */
interface ScaffoldOptions {
  /** Display name, from which the name of the folder is derived. */
  readonly name: string;
  readonly template: string;
  /** The folder in which the new folder is created. */
  readonly parent: string;
  /** Plinth's root folder. */
  readonly root: string;
}

/**
 * Creates the folder of a new plugin or theme: its files, a test, a translation, and settings for editors and checks.
 * @returns the path of the folder
 * @throws PlinthError `plugin_name_invalid`, `template_not_found`, `folder_exists`
 */
export async function writeScaffold({ name, template, parent, root }: ScaffoldOptions): Promise<string> {
  const id = toId(name);
  if (existsSync(join(root, 'plugins', id, 'plugin.json')) || id in {})
    throw new PlinthError('plugin_name_exists', `The name "${id}" is reserved.`, {
      hint: 'Choose another name: this one belongs to a plugin that comes with Plinth, or is reserved in JavaScript.',
    });
  if (id === '' || id.length > 60)
    throw new PlinthError('plugin_name_invalid', `"${name}" cannot be used as a folder name.`, {
      hint: 'Use at most 60 letters, digits and hyphens.',
    });
  if (!isTemplate(template))
    throw new PlinthError('template_not_found', `The template "${template}" does not exist.`, {
      hint: `There are ${Object.keys(SCAFFOLD_TEMPLATES).join(', ')}.`,
    });
  const folder = resolve(parent, id);
  await mkdir(resolve(parent), { recursive: true });
  await mkdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
    throw new PlinthError('folder_exists', `The folder ${folder} already exists.`, {
      hint: 'Choose another name.',
      cause,
    });
  });
  const { parts, requires } = SCAFFOLD_TEMPLATES[template];
  const labels = createPlaceholderTexts({
    id,
    name,
    requires,
    version: coreVersion(root),
    host: hostDependency(folder, root),
  });
  for (const part of ['every-folder', ...parts]) await copyTemplate(join(root, 'scaffolds', part), folder, labels);
  await linkHost(folder, root);
  return folder;
}

/** Returns the ID for a name. Accents are removed: `Zażółć` becomes `zazolc`. */
function toId(name: string): string {
  return normalizeForSearch(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(SCAFFOLD_TEMPLATES, name);

type ScaffoldTexts = Readonly<Record<string, string>>;

function createPlaceholderTexts({
  id,
  name,
  requires,
  version,
  host,
}: {
  id: string;
  name: string;
  requires: readonly string[];
  version: string;
  host: string;
}): ScaffoldTexts {
  // Removes quotation marks, which would end the string in JSON and code.
  const withoutQuotes = (text: string): string => text.replace(/["'`\\\n\r]/g, ' ').trim();
  return {
    ID: id,
    FN: id.replaceAll('-', '_'),
    NAME: withoutQuotes(name),
    AUTHOR: withoutQuotes(userInfo().username),
    VERSION: version,
    // Without its quotation marks, because the template contains them.
    HOST: JSON.stringify(host).slice(1, -1),
    YEAR: String(new Date().getFullYear()),
    REQUIRES: JSON.stringify(requires),
  };
}

async function copyTemplate(from: string, to: string, labels: ScaffoldTexts): Promise<void> {
  const fill = (text: string): string =>
    text.replace(/%([A-Z]+)%/g, (all, placeholder: string) => labels[placeholder] ?? all);
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // The file has another name in the template, because npm packages do not include `.gitignore`.
    const target = join(to, fill(relative(from, path)).replace(/^gitignore$/, '.gitignore'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, fill(await readFile(path, 'utf8')));
  }
}
