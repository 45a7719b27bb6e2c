import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a plugin. */
export interface PluginFile {
  /** Relative to the plugin's folder, with slashes. */
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
}

/** Files needed only for development. */
const AUTHORS_OWN =
  /^(?:node_modules|tests?|package(?:-lock)?\.json|tsconfig.*\.json|eslint\.config\.\w+|.*\.zip|.*\.test\.\w+)$/;
const CODE = /(?<!\.d)\.(?:[cm]?[jt]s)$/;

/** Returns the files for distribution, sorted: no packages, tests, tools, or hidden files. */
export function pluginFiles(folder: string, below = ''): PluginFile[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !AUTHORS_OWN.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return pluginFiles(folder, path);
      // A link may point anywhere on the author's machine.
      return entry.isFile() ? [{ path, file: join(folder, path), bytes: statSync(join(folder, path)).size }] : [];
    });
}

/** A file searched for texts and hooks. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly kind: 'code' | 'view';
}

/** Returns a plugin's modules and views, without browser code. */
export function pluginSources(folder: string): Source[] {
  return pluginFiles(folder).flatMap(({ path, file }) => {
    const kind = kindOf(path);
    return kind === undefined || path.startsWith('assets/') ? [] : [{ path, text: readFileSync(file, 'utf8'), kind }];
  });
}

function kindOf(path: string): Source['kind'] | undefined {
  if (CODE.test(path)) return 'code';
  return path.endsWith('.hbs') ? 'view' : undefined;
}

/** Returns the line of an index in a text, from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
