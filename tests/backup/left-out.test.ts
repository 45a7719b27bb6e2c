import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listDataFiles } from '../../core/backup/data-files';

it('leaves only the plugin’s cache folder out of a backup', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-data-'));
  try {
    const names = [
      'plugin-data/facet/cache/index.copy',
      'plugin-data/facet/kept/cache/a.txt',
      'plugin-data/facet/cache.txt',
      'uploads/cache/b.txt',
      'plugins/cache/index.js',
    ];
    for (const name of names) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), 'x');
    }
    expect((await listDataFiles(folder)).map(({ name }) => name)).toEqual(names.slice(1).sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
