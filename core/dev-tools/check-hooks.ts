import { closestMatch } from '../api/closest-match.js';
import { unknownHook } from '../hooks/index.js';
import type { Finding } from './finding.js';
import { lineAt, type Source } from './plugin-files.js';

const ADDED_HOOK = /\badd(?:Filter|Action)(?:<[^()]*?>)?\(\s*(['"`])([^'"`$\n]+)\1/g;
/** Calls by which a plugin fires a hook itself, or schedules one. */
const FIRED = /\b(?:applyFilters\w*|doAction\w*|wpSchedule\w+|declareHook)(?:<[^()]*?>)?\([^)]*?(['"`])([^'"`$\n]+)\1/g;
const DECLARED = /\bdeclareHook\(\{\s*name:\s*(['"`])([^'"`\n]+)\1/g;

/** Returns the names of hooks that a plugin's sources declare. */
export function declaredHooks(sources: readonly Source[]): string[] {
  return sources.flatMap(({ text }) => [...text.matchAll(DECLARED)].map(([, , name = '']) => name));
}

/**
 * Reports callbacks on hooks that are never fired.
 * @param others hooks declared by the plugins it requires
 */
export function checkHooks(sources: readonly Source[], others: readonly string[]): Finding[] {
  const own = new Set(sources.flatMap(({ text }) => [...text.matchAll(FIRED)].map(([, , name = '']) => name)));
  const known = new Set([...own, ...others]);
  return sources
    .filter(({ kind }) => kind === 'code')
    .flatMap(({ path, text }) =>
      [...text.matchAll(ADDED_HOOK)].flatMap(({ 2: name = '', index }) => {
        const problem = known.has(name) ? undefined : whyUnknown(name, known);
        return problem === undefined
          ? []
          : [
              {
                level: 'warning' as const,
                check: 'hooks' as const,
                file: path,
                line: lineAt(text, index),
                message: problem,
              },
            ];
      }),
    );
}

function whyUnknown(name: string, known: ReadonlySet<string>): string | undefined {
  const [vendor, rest] = name.split('/');
  if (rest !== undefined) {
    const siblings = [...known].filter((other) => other.startsWith(`${vendor}/`));
    const nearest = closestMatch(name, siblings);
    return nearest === undefined ? undefined : `The hook "${name}" is never fired; did you mean "${nearest}"?`;
  }
  const unknown = unknownHook(name);
  if (!unknown) return undefined;
  if (unknown.isWordPress) return `WordPress fires "${name}", but Plinth does not; see docs/hooks.md for alternatives.`;
  return `The hook "${name}" is never fired; did you mean "${unknown.suggestion}"?`;
}
