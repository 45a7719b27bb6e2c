import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCachedInspection } from '../../core/plugins/manifest/discovery.js';

describe('plugin folder inspection', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'plinth-inspection-')), 'parcel');
  const writeManifest = (version: string): void =>
    writeFileSync(
      join(folder, 'plugin.json'),
      JSON.stringify({ name: 'Parcel', version, description: 'x', author: 'x', requiresCore: '*', main: 'index.js' }),
    );
  afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  it('stays cached until the folder changes and repeats while it is invalid', async () => {
    const inspect = createCachedInspection();
    mkdirSync(folder);
    expect((await inspect('parcel', folder)).error?.code).toBe('plugin_manifest_not_found');
    writeManifest('1.0.0');
    expect((await inspect('parcel', folder)).error?.code).toBe('plugin_manifest_invalid');
    writeFileSync(join(folder, 'index.js'), '');
    const first = await inspect('parcel', folder);
    expect(first.manifest?.version).toBe('1.0.0');
    expect(await inspect('parcel', folder)).toBe(first);
    writeManifest('1.10.0');
    expect((await inspect('parcel', folder)).manifest?.version).toBe('1.10.0');
    writeFileSync(join(folder, 'plugin.json'), '{');
    expect((await inspect('parcel', folder)).error?.code).toBe('plugin_manifest_invalid');
    rmSync(folder, { recursive: true });
    expect((await inspect('parcel', folder)).error?.code).toBe('plugin_manifest_not_found');
  });
});
