import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FiredHook, findFiredHooks } from '../../core/cli/fired-hooks.js';
import { recordedOrders } from '../../core/cli/hook-order.js';
import { asPattern } from '../../core/hooks/checks/unknown-hooks.js';
import recorded from '../conformance/vectors/trace.json';

const ROOT = join(__dirname, '../..');
const WIDTH = 150;
/** Named after a state and a type, both of the moment. */
const OF_STATES = /^(?:publish|future|draft|pending|private|trash|inherit)_(?:post|page|attachment|revision)$/;

/** Names of hooks that WordPress fired for the recorded requests. */
function recordedNames(): string[] {
  return [
    ...new Set(
      (recorded as { expected: { hook: string }[] }[]).flatMap(({ expected }) => expected.map(({ hook }) => hook)),
    ),
  ]
    .filter((name) => /^[\w./-]+$/.test(name))
    .sort();
}

/** Recorded names that stand in the sources as they are, also where they reach the call by a variable. */
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

/** Whether a name is one of a pattern that says enough. */
function matches(pattern: string, name: string): boolean {
  return (
    pattern.includes('*') && pattern.replaceAll('*', '').length >= 5 && new RegExp(`^${asPattern(pattern)}$`).test(name)
  );
}

/** `core/hooks/tracing/fired-names.ts`: the names by which a slip in a plugin's is noticed. */
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

/** The part of \`docs/hooks.md\` about them. */
export function firedCatalogue(): string {
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
    '## Hooks of WordPress that the host fires',
    '',
    'Found in the sources; a star stands for what a name holds of the moment. `npx plinth hook list --fired` says the same of the version that is installed.',
    '',
    '| Hook | Kind | Where |',
    '|---|---|---|',
    ...rows,
    '',
    '## In their order',
    '',
    'Heard from requests to a site with content, each hook where it fires first; `npx plinth hook list --fired --order` says file and line of each. A page that is kept for visitors fires none of them but `plinth/response_sent`.',
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
