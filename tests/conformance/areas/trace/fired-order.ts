import { FIRED } from '../../../../core/hooks/tracing/fired-names.js';
import { DOCUMENTED_REQUESTS } from './reported-orders.js';

const WIDTH = 150;

/** Names of hooks that core fires, without those that contain variable parts. */
export function firedNames(): string[] {
  return FIRED.split(/\s+/).filter((name) => name !== '' && !name.includes('*'));
}

/** Source of `core/cli/fired-order.ts`: the hooks fired, by request. @param hooksByCase the hooks of each case, in order */
export function firedOrder(hooksByCase: Readonly<Record<string, readonly string[]>>): string {
  const requests = Object.entries(DOCUMENTED_REQUESTS).map(
    ([id, request]) => `${request}\n${inLines(hooksByCase[id] ?? [])}`,
  );
  return `// Written by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/conformance\`, which listens to the requests; the same test holds it against them.

/** The hooks of recorded requests in the order in which they fire first: a line that says the request, names in lines that begin with two spaces. */
export const FIRED_ORDER = \`
${requests.join('\n')}
\`;
`;
}

function inLines(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < WIDTH) lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(`  ${name}`);
  }
  return lines.join('\n');
}
