import { closestMatch } from '../api/closest-match.js';
import { unknownHook } from '../hooks/index.js';
import type { Finding } from './finding.js';
import { lineNumberAt, type Source } from './plugin-files.js';

const ADDED_HOOK = /\badd(?:Filter|Action)(?:<[^()]*?>)?\(\s*(['"`])([^'"`$\n]+)\1/g;
/** Matches calls with which a plugin fires, schedules or declares a hook. */
const FIRED_HOOK =
  /\b(?:applyFilters\w*|doAction\w*|wpSchedule\w+|declareHook)(?:<[^()]*?>)?\([^)]*?(['"`])([^'"`$\n]+)\1/g;
const DECLARED_HOOK = /\bdeclareHook\(\{\s*name:\s*(['"`])([^'"`\n]+)\1/g;

/** Returns the names of the hooks that the sources of a plugin declare. */
export function declaredHooks(sources: readonly Source[]): string[] {
  return sources.flatMap(({ text }) => [...text.matchAll(DECLARED_HOOK)].map(([, , name = '']) => name));
}

/**
 * Reports callbacks for hooks that are never fired.
 * @param others hooks that the required plugins declare
 */
export function checkHooks(sources: readonly Source[], others: readonly string[]): Finding[] {
  const firedHooks = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(FIRED_HOOK)].map(([, , name = '']) => name)),
  );
  const known = new Set([...firedHooks, ...others]);
  return sources
    .filter(({ kind }) => kind === 'code')
    .flatMap(({ path, text }) =>
      [...text.matchAll(ADDED_HOOK)].flatMap(({ 2: name = '', index }) => {
        const problem = known.has(name) ? undefined : describeUnknownHook(name, known);
        return problem === undefined
          ? []
          : [
              {
                level: 'warning' as const,
                check: 'hooks' as const,
                file: path,
                line: lineNumberAt(text, index),
                message: problem,
              },
            ];
      }),
    );
}

function describeUnknownHook(name: string, known: ReadonlySet<string>): string | undefined {
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
