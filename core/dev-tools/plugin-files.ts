import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file that a plugin is made of. */
export interface PluginFile {
  /** Relative to the plugin's folder, with slashes. */
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
}

/** What authors work with, and owners have no use for. */
const AUTHORS_OWN =
  /^(?:node_modules|tests?|package(?:-lock)?\.json|tsconfig.*\.json|eslint\.config\.\w+|.*\.zip|.*\.test\.\w+)$/;
const CODE = /(?<!\.d)\.(?:[cm]?[jt]s)$/;

/** All that is given to others, in order: no packages, tests, tools, nor what begins with a dot. */
export function pluginFiles(folder: string, below = ''): PluginFile[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !AUTHORS_OWN.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return pluginFiles(folder, path);
      // A link may lead anywhere on its author's machine.
      return entry.isFile() ? [{ path, file: join(folder, path), bytes: statSync(join(folder, path)).size }] : [];
    });
}

/** A file that texts and hooks are looked for in. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly kind: 'code' | 'view';
}

/** A plugin's modules and views, without what browsers run. */
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

/** The line of a place in a text, from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
