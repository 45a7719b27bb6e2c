import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostLabels } from '../../core/audit/host-labels.js';

describe('audit log labels', () => {
  it('exist for every action that the core records, and for its group', () => {
    const root = join(__dirname, '../../core');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, name), 'utf8'));
    const recorded = new Set(
      files.flatMap((code) =>
        [...code.matchAll(/record\([^;]*?action: '([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action),
      ),
    );
    const labels = hostLabels({ __: (text) => text });
    expect([...recorded]).toContain('login.by_plugin');
    expect(
      [...recorded].filter(
        (action) => !Object.hasOwn(labels, action) || !Object.hasOwn(labels, action.split('.')[0] ?? ''),
      ),
    ).toEqual([]);
  });
});
