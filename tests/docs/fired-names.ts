import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FiredHook, findFiredHooks } from '../../core/cli/fired-hooks.js';
import { recordedOrders } from '../../core/cli/hook-order.js';
import { asPattern } from '../../core/hooks/checks/unknown-hooks.js';
import recorded from '../conformance/vectors/trace.json';

const ROOT = join(__dirname, '../..');
const WIDTH = 150;
/** Hooks whose name is built from a post status and a post type. */
const OF_STATES = /^(?:publish|future|draft|pending|private|trash|inherit)_(?:post|page|attachment|revision)$/;

/** Returns the names of the hooks that WordPress fired in the recorded requests. */
function recordedNames(): string[] {
  return [
    ...new Set(
      (recorded as { expected: { hook: string }[] }[]).flatMap(({ expected }) => expected.map(({ hook }) => hook)),
    ),
  ]
    .filter((name) => /^[\w./-]+$/.test(name))
    .sort();
}

/** Returns the recorded names that appear literally in the source code, including those passed in a variable. */
function namedInSources(names: readonly string[]): Set<string> {
  const files = readdirSync(join(ROOT, 'core'), { withFileTypes: true, recursive: true }).filter(
    (entry) =>
      entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'fired-names.ts' && entry.name !== 'answers.ts',
  );
  const quoted = new Set(
    files.flatMap(
      (entry) =>
        readFileSync(join(entry.parentPath, entry.name), 'utf8').match(/(?<=['`])[a-z][\w./-]+(?=['`])/g) ?? [],
    ),
  );
  return new Set(names.filter((name) => quoted.has(name)));
}

/** Whether a name matches a pattern that is specific enough. */
function matches(pattern: string, name: string): boolean {
  return (
    pattern.includes('*') && pattern.replaceAll('*', '').length >= 5 && new RegExp(`^${asPattern(pattern)}$`).test(name)
  );
}

/** Returns `core/hooks/tracing/fired-names.ts`: the names for detecting misspelled hook names in plugins. */
export function firedNames(): string {
  const recordedOnes = recordedNames();
  const fired = [...new Set([...findFiredHooks(ROOT).map(({ name }) => name), ...namedInSources(recordedOnes)])].sort();
  const missing = recordedOnes.filter(
    (name) =>
      !fired.includes(name) &&
      !fired.some((pattern) => matches(pattern, name)) &&
      !OF_STATES.test(name) &&
      !/_to_|trace_/.test(name),
  );
  return `// Written by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\`; a test keeps it true.

/** The hooks that the host fires, as its sources say; a star stands for what a name holds of the moment. */
export const FIRED = \`
${inLines(fired)}
\`;

/** Hooks that WordPress fires for the recorded requests, and the host does not. */
export const NOT_FIRED = \`
${inLines(missing)}
\`;
`;
}

/** Returns the part of `docs/hooks.md` about these hooks. */
export function firedCatalog(): string {
  const byName = new Map<string, FiredHook[]>();
  for (const hook of findFiredHooks(ROOT)) byName.set(hook.name, [...(byName.get(hook.name) ?? []), hook]);
  const rows = [...byName].map(
    ([name, occurrences]) =>
      `| \`${name}\` | ${unique(occurrences.map(({ kind }) => kind)).join(', ')} | ${unique(occurrences.map(({ file }) => `\`${file}\``)).join(', ')} |`,
  );
  const orders = [...recordedOrders()].map(
    ([request, names]) =>
      `### ${request.replace(/[<>*_]/g, '\\$&')}\n\n${inLines(names.map((name) => `\`${name}\``))}\n`,
  );
  return [
    '## WordPress hooks that Plinth fires',
    '',
    'This list is extracted from the source code; `*` stands for a variable part of a name. `npx plinth hook list --fired` prints the list for the installed version.',
    '',
    '| Hook | Kind | Where |',
    '|---|---|---|',
    ...rows,
    '',
    '## Order of the hooks',
    '',
    'These lists were recorded from requests to a site with content and contain each hook where it first fires. `npx plinth hook list --fired --order` also prints the file and line of each hook. A page that is served from the page cache fires only `plinth/response_sent`.',
    '',
    ...orders,
  ].join('\n');
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

function inLines(items: readonly string[]): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length < WIDTH) lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(item);
  }
  return lines.join('\n');
}
