import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a plugin. */
export interface PluginFile {
  /** Path relative to the plugin's folder, with slashes. */
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
}

/** Matches files that are needed only for development. */
const DEVELOPMENT_FILE =
  /^(?:node_modules|tests?|package(?:-lock)?\.json|tsconfig.*\.json|eslint\.config\.\w+|.*\.zip|.*\.test\.\w+)$/;
const CODE_FILE = /(?<!\.d)\.(?:[cm]?[jt]s)$/;

/** Returns the sorted files for distribution, without packages, tests, development tools and hidden files. */
export function pluginFiles(folder: string, subfolder = ''): PluginFile[] {
  return readdirSync(join(folder, subfolder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !DEVELOPMENT_FILE.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = subfolder === '' ? entry.name : `${subfolder}/${entry.name}`;
      if (entry.isDirectory()) return pluginFiles(folder, path);
      // Links are skipped, because they may point anywhere on the author's machine.
      return entry.isFile() ? [{ path, file: join(folder, path), bytes: statSync(join(folder, path)).size }] : [];
    });
}

/** A file that is searched for texts and hooks. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly kind: 'code' | 'view';
}

/** Returns the modules and templates of a plugin, without browser code. */
export function pluginSources(folder: string): Source[] {
  return pluginFiles(folder).flatMap(({ path, file }) => {
    const kind = kindOf(path);
    return kind === undefined || path.startsWith('assets/') ? [] : [{ path, text: readFileSync(file, 'utf8'), kind }];
  });
}

function kindOf(path: string): Source['kind'] | undefined {
  if (CODE_FILE.test(path)) return 'code';
  return path.endsWith('.hbs') ? 'view' : undefined;
}

/** Returns the line number of an index in a text, starting with 1. */
export function lineNumberAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
