import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlinthError } from '../api/index.js';
import { parseJsonFile } from '../formatting/text/parse-json-file.js';

/** The content of `theme.json`. */
export interface Theme {
  readonly id: string;
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  /** File name of its screenshot in the assets; empty for none. */
  readonly screenshot: string;
  /** Id of the parent theme. */
  readonly parent: string | undefined;
  /** Styles and scripts in its `assets/` folder that are included in every page, in order. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Templates an author may select for a page: file name without `.hbs`, and label. */
  readonly customTemplates: readonly PageTemplate[];
  /** Menu locations, by name with their labels. */
  readonly menus: Readonly<Record<string, string>>;
  /** Widget areas, by name with their labels. */
  readonly sidebars: Readonly<Record<string, string>>;
}

/** The theme that ships with Plinth, the fallback for every other. */
export const DEFAULT_THEME = 'default';

export interface PageTemplate {
  readonly name: string;
  readonly title: string;
}

/**
 * Reads a theme and its parents, the theme itself first.
 * @param folders folders of themes; of two with the same name, the one in the earlier folder is used
 * @throws PlinthError `theme_invalid`
 */
export function readThemes(folders: readonly string[], id: string, visited: readonly string[] = []): Theme[] {
  if (visited.includes(id)) throw invalid(id, 'its parents form a circle');
  const folder = folders.find((candidate) => existsSync(join(candidate, id, 'theme.json'))) ?? folders[0];
  if (folder === undefined) throw invalid(id, 'there is no folder of themes');
  const theme = readTheme(folder, id);
  const { parent } = theme;
  if (parent === undefined) return [theme];
  if (!folders.some((candidate) => existsSync(join(candidate, parent))))
    throw invalid(id, `its parent theme "${parent}" is not installed`);
  return [theme, ...readThemes(folders, parent, [...visited, id])];
}

/** Returns all usable themes, sorted by name; broken ones are omitted. */
export function installedThemes(folders: readonly string[]): Theme[] {
  return [...new Set(folders.flatMap(listThemeNames))].flatMap((name) => {
    try {
      return readThemes(folders, name).slice(0, 1);
    } catch {
      return [];
    }
  });
}

function listThemeNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return (
    readdirSync(folder, { withFileTypes: true })
      // A link points to an author's folder.
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
      .map(({ name }) => name)
  );
}

function readTheme(parentFolder: string, id: string): Theme {
  if (!/^[a-z0-9-]+$/.test(id)) throw invalid(id, 'its name may contain only lowercase letters, digits and hyphens');
  const folder = join(parentFolder, id);
  let json: Record<string, unknown>;
  try {
    json = parseJsonFile(readFileSync(join(folder, 'theme.json'), 'utf8')) as Record<string, unknown>;
  } catch (cause) {
    throw invalid(id, `theme.json cannot be read: ${(cause as Error).message}`);
  }
  const readText = (key: string): string => (typeof json[key] === 'string' ? json[key] : '');
  const readList = (key: string): string[] => (Array.isArray(json[key]) ? json[key].map(String) : []);
  return {
    id,
    folder,
    name: readText('name') || id,
    version: readText('version') || '0.0.0',
    description: readText('description'),
    author: readText('author'),
    screenshot: /^[\w-]+\.(?:png|jpe?g|webp|avif)$/.test(readText('screenshot')) ? readText('screenshot') : '',
    parent: readText('parent') || undefined,
    styles: readList('styles'),
    scripts: readList('scripts'),
    customTemplates: pageTemplates(json.customTemplates),
    menus: readLabels(json.menus),
    sidebars: readLabels(json.sidebars),
  };
}

/** Returns valid names with their labels; other entries are ignored. */
function readLabels(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => /^[a-z0-9_-]+$/.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
}

/** Returns the page templates; entries without a valid file name are ignored. */
function pageTemplates(value: unknown): PageTemplate[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).flatMap((entry) => {
    const { name, title } = (entry ?? {}) as { name?: unknown; title?: unknown };
    return typeof name === 'string' && /^[a-z0-9-]+$/.test(name)
      ? [{ name, title: typeof title === 'string' && title !== '' ? title : name }]
      : [];
  });
}

function invalid(id: string, reason: string): PlinthError {
  return new PlinthError('theme_invalid', `The theme "${id}" cannot be used: ${reason}.`, {
    hint: 'Choose another theme, or fix this one.',
  });
}
