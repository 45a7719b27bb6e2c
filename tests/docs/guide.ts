import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GUIDE = join(__dirname, '../../docs/guide');

/** Returns the files of the example plugin on a page of the guide, by name. */
export function filesOf(page: string): Record<string, string> {
  const text = readFileSync(join(GUIDE, page), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^```\w+ file=(\S+)\n([^]*?)\n```$/gm)].map(([, name = '', content]): [string, string] => [
      name,
      `${content}\n`,
    ]),
  );
}
