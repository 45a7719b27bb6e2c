import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A row of the table: the WooCommerce hook and its equivalent. */
interface Row {
  readonly theirs: string;
  readonly ours: string;
}

const rows: Row[] = [...read('docs/guide/store-hooks.md').matchAll(/^\| `([^`]+)` +\| (?:`([^`]+)`|–) +\|/gm)].map(
  ([, theirs = '', ours = '']) => ({ theirs, ours }),
);

/** The registries available to plugins: members of the contract, including nested ones. */
const contract = read('plugins/store/contract/store-plugin.ts');
const registries = new Set([...contract.matchAll(/^ {2}readonly (\w+): Registry</gm)].map(([, name = '']) => name));
if (/readonly sections: Registry</.test(contract)) registries.add('emails.sections');
const hooks = new Set([...read('docs/hooks.md').matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name = '']) => name));
const fired = read('core/hooks/tracing/fired-names.ts');

/** Whether the equivalent exists. */
const exists = ({ ours }: Row): boolean =>
  ours === '' || registries.has(ours) || hooks.has(ours) || new RegExp(`\\b${ours}\\b`).test(fired);

describe('table of WooCommerce hooks', () => {
  it('lists each hook once, at least sixty of them', () => {
    const names = rows.map(({ theirs }) => theirs);
    expect(names).toEqual([...new Set(names)]);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  it('covers at least fifty-four of sixty hooks', () => {
    const coveredCount = rows.filter(({ ours }) => ours !== '').length;
    expect(coveredCount / rows.length).toBeGreaterThanOrEqual(54 / 60);
  });

  it('maps only to existing hooks and registries', () => {
    expect(rows.filter((row) => !exists(row))).toEqual([]);
  });
});
