import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** One row: WooCommerce's name, and what does its work here. */
interface Row {
  readonly theirs: string;
  readonly ours: string;
}

const rows: Row[] = [...read('docs/guide/store-hooks.md').matchAll(/^\| `([^`]+)` +\| (?:`([^`]+)`|–) +\|/gm)].map(
  ([, theirs = '', ours = '']) => ({ theirs, ours }),
);

/** The registries that plugins get: members of the contract, and of what one of them holds. */
const contract = read('plugins/store/contract/store-plugin.ts');
const registries = new Set([...contract.matchAll(/^ {2}readonly (\w+): Registry</gm)].map(([, name = '']) => name));
if (/readonly sections: Registry</.test(contract)) registries.add('emails.sections');
const hooks = new Set([...read('docs/hooks.md').matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name = '']) => name));
const fired = read('core/hooks/tracing/fired-names.ts');

/** What is answered with has to be there. */
const exists = ({ ours }: Row): boolean =>
  ours === '' || registries.has(ours) || hooks.has(ours) || new RegExp(`\\b${ours}\\b`).test(fired);

describe('table of WooCommerce hooks', () => {
  it('lists each hook once, at least sixty of them', () => {
    const names = rows.map(({ theirs }) => theirs);
    expect(names).toEqual([...new Set(names)]);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  it('covers at least fifty-four of sixty hooks', () => {
    const answeredCount = rows.filter(({ ours }) => ours !== '').length;
    expect(answeredCount / rows.length).toBeGreaterThanOrEqual(54 / 60);
  });

  it('maps only to existing hooks and registries', () => {
    expect(rows.filter((row) => !exists(row))).toEqual([]);
  });
});
