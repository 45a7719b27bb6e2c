import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A source location that fires a hook. */
export interface FiredHook {
  /** The name, with a star for each dynamic part: `save_post_*`. */
  readonly name: string;
  readonly kind: 'filter' | 'action';
  /** Relative to the checkout's root. */
  readonly file: string;
  readonly line: number;
}

/** A call that fires a hook, up to the end of the expression that names it. */
const CALL =
  /\b(applyFilters(?:Sync|RefArray|Deprecated)?|doAction(?:RefArray|WithoutTimeout|Once|Deprecated)?|captureAction)(?:<[^()]*?>)?\(\s*(?:(?:deps\.|this\.)?hooks,\s*)?([^,()]*(?:\([^()]*\))?[^,()]*)/g;
/** A name that ends with `_` is followed by a dynamic part. */
const NAME = /'([^'\n]+)'|`([^`\n]+)`/g;

/** File in the package with the fired hooks, because a package has no sources. */
export const PACKED_HOOKS = 'dist/fired-hooks.json';

/**
 * Returns every source location below the host's folder that fires a hook.
 * @param root the checkout or the package
 */
export function findFiredHooks(root: string): FiredHook[] {
  if (!existsSync(join(root, 'core/api/index.ts')))
    return JSON.parse(readFileSync(join(root, PACKED_HOOKS), 'utf8')) as FiredHook[];
  return listSources(join(root, 'core'))
    .flatMap((file) => findHooks(readFileSync(file, 'utf8'), relative(root, file)))
    .sort((a, b) => compare(a.name, b.name) || compare(a.file, b.file) || a.line - b.line);
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function findHooks(source: string, file: string): FiredHook[] {
  return [...source.matchAll(CALL)].flatMap(({ index, 1: call = '', 2: named = '' }) => {
    const line = source.slice(0, index).split('\n').length;
    return [...named.matchAll(NAME)].flatMap(({ 1: plain, 2: template }) => {
      const name = (plain ?? template ?? '').replace(/\$\{[^}]*\}/g, '*').replace(/_$/, '_*');
      return /^[\w*./{}-]+$/.test(name) && name !== '*'
        ? [{ name, kind: call.startsWith('apply') ? 'filter' : 'action', file, line } as const]
        : [];
    });
  });
}
