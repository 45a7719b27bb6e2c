import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWpError } from '../../core/api/index.js';
import { ZIP_LIMITS } from '../../core/zips/limits.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import type { InstallOptions } from '../../core/plugins/index.js';
import { longSizes, type RawZip, rawZip, zipOf } from './zip-bytes.js';
import { assertDefined } from '../kit/assert-defined.js';

const manifest = (more: object = {}): string =>
  JSON.stringify({
    name: 'Parcel',
    version: '1.0.0',
    description: 'x',
    author: 'x',
    requiresCore: '*',
    main: 'index.js',
    ...more,
  });
const greeting = (text: string): string =>
  `export default { boot(scope) { scope.addFilter('t/greeting', () => ${JSON.stringify(text)}); } };`;
const parcel = (version: string, code = greeting(version)): Promise<Buffer> =>
  zipOf({ 'parcel/plugin.json': manifest({ version }), 'parcel/index.js': code });

let test: TestSite;
const folder = (): string => join(test.site.config.dataDir, 'plugins');
const install = (zip: Buffer | string, options?: InstallOptions): Promise<unknown> =>
  test.inContext(async () => {
    const result = await test.site.plugins.installPlugin(zip, options);
    if (!isWpError(result)) return result;
    const { status } = result.getErrorData() as { status?: number };
    return { code: result.getErrorCode(), message: result.getErrorMessage(), status };
  });
const left = (): string[] => (existsSync(folder()) ? readdirSync(folder()) : []);

describe.each(defaultEngines)('installing a plugin from a zip on %s', (engine) => {
  beforeEach(async () => {
    test = await bootSite({ engine });
  });
  afterEach(() => test.close());

  it('stores the plugin as inactive, ready to be activated', async () => {
    expect(await install(await parcel('1.0.0'))).toBe('parcel');
    const { site } = test;
    expect(await test.inContext(() => site.plugins.record('parcel'))).toMatchObject({
      status: 'inactive',
      bundled: false,
      manifest: { version: '1.0.0' },
    });
    expect(await test.inContext(() => site.plugins.activatePlugin('parcel'))).toBeNull();
    expect(site.hooks.applyFilters('t/greeting', '')).toBe('1.0.0');
    expect(left()).toEqual(['parcel']);
  });

  it('accepts a file path and a zip without a top folder, ignoring system files', async () => {
    const file = join(test.site.config.dataDir, 'upload.zip');
    writeFileSync(
      file,
      await zipOf({
        'plugin.json': manifest({ name: 'Loose Leaf' }),
        'index.js': greeting('loose'),
        'views/a.hbs': 'A',
        '__MACOSX/._index.js': 'x',
        '.DS_Store': 'x',
      }),
    );
    expect(await install(file)).toBe('loose-leaf');
    expect(readdirSync(join(folder(), 'loose-leaf')).sort()).toEqual(['index.js', 'plugin.json', 'views']);
  });

  it('accepts a zip with backslashes as path separators', async () => {
    const zip = rawZip({
      entries: [
        { name: 'parcel\\plugin.json', content: manifest() },
        { name: 'parcel\\index.js', content: 'export default {};' },
        { name: 'parcel\\views\\a.hbs', content: 'A' },
      ],
    });
    expect(await install(zip)).toBe('parcel');
    expect(readdirSync(join(folder(), 'parcel')).sort()).toEqual(['index.js', 'plugin.json', 'views']);
  });

  it('rejects an installed plugin unless overwriting, and always a bundled one', async () => {
    await install(await parcel('1.0.0'));
    expect(await install(await parcel('2.0.0'))).toMatchObject({ code: 'folder_exists' });
    expect(
      await install(await zipOf({ 'store/plugin.json': manifest(), 'store/index.js': '' }), { overwrite: true }),
    ).toMatchObject({ code: 'plugin_bundled' });
    expect(left()).toEqual(['parcel']);
  });

  it('rejects an older version unless downgrades are allowed', async () => {
    await install(await parcel('1.10.0'));
    expect(await install(await parcel('1.9.0'), { overwrite: true })).toEqual({
      code: 'plugin_downgrade',
      message: expect.stringContaining(
        'Version 1.10.0 is installed, but the zip contains the older version 1.9.0.',
      ) as string,
      status: 409,
    });
    expect((await test.inContext(() => test.site.plugins.record('parcel')))?.manifest?.version).toBe('1.10.0');
    expect(await install(await parcel('1.9.0'), { overwrite: true, allowDowngrade: true })).toBe('parcel');
    expect((await test.inContext(() => test.site.plugins.record('parcel')))?.manifest?.version).toBe('1.9.0');
  });

  it('updates an active plugin and runs the new version', async () => {
    const { site } = test;
    await install(await parcel('1.0.0'));
    await test.inContext(() => site.plugins.activatePlugin('parcel'));
    expect(await install(await parcel('2.0.0'), { overwrite: true })).toBe('parcel');
    expect(site.hooks.applyFilters('t/greeting', '')).toBe('2.0.0');
    expect(site.hooks.listeners('t/greeting')).toHaveLength(1);
    expect(await test.inContext(() => site.plugins.record('parcel'))).toMatchObject({
      status: 'active',
      manifest: { version: '2.0.0' },
    });
    expect(left()).toEqual(['parcel']);
  });

  it('restores the previous version when the new one fails to start', async () => {
    const { site } = test;
    await install(await parcel('1.0.0'));
    await test.inContext(() => site.plugins.activatePlugin('parcel'));
    const result = await install(
      await parcel('2.0.0', "export default { boot() { throw new Error('no start today'); } };"),
      { overwrite: true },
    );
    expect(result).toMatchObject({
      code: 'plugin_update_failed',
      message: expect.stringMatching(/no start today\. Version 1\.0\.0 was restored and is running\./),
    });
    expect(site.hooks.applyFilters('t/greeting', '')).toBe('1.0.0');
    expect(await test.inContext(() => site.plugins.record('parcel'))).toMatchObject({
      status: 'active',
      manifest: { version: '1.0.0' },
    });
    expect(left()).toEqual(['parcel']);
  });

  it('restarts plugins that depend on the updated one', async () => {
    const { site } = test;
    const base = (version: string): Promise<Buffer> =>
      zipOf({
        'base/plugin.json': manifest({ version }),
        'base/index.js': `export default { boot(scope) { scope.services.provide('base.version', () => '${version}'); } };`,
      });
    await install(await base('1.0.0'));
    await install(
      await zipOf({
        'needy/plugin.json': manifest({ requiresPlugins: ['base'] }),
        'needy/index.js':
          "export default { boot(scope) { const version = scope.services.get('base.version'); scope.addFilter('t/greeting', () => version); } };",
      }),
    );
    await test.inContext(async () => [
      await site.plugins.activatePlugin('base'),
      await site.plugins.activatePlugin('needy'),
    ]);
    await install(await base('2.0.0'), { overwrite: true });
    expect(site.hooks.applyFilters('t/greeting', '')).toBe('2.0.0');
  });

  it('recovers from an installation that died halfway', async () => {
    await install(await parcel('1.0.0'));
    const backupFolder = join(folder(), '.install-dead', 'before', 'lost');
    mkdirSync(backupFolder, { recursive: true });
    writeFileSync(join(backupFolder, 'plugin.json'), manifest());
    mkdirSync(join(folder(), '.install-dead', 'lost'));
    await test.inContext(() => test.site.plugins.recoverInstallations());
    expect(left().sort()).toEqual(['lost', 'parcel']);
    expect(readdirSync(join(folder(), 'lost'))).toEqual(['plugin.json']);
  });
});

const good: RawZip['entries'] = [
  { name: 'parcel/plugin.json', content: manifest() },
  { name: 'parcel/index.js', content: 'export default {};' },
];
const plus = (...entries: RawZip['entries']): Buffer => rawZip({ entries: [...good, ...entries] });
const many = Array.from({ length: ZIP_LIMITS.entries + 1 }, (_, index) => ({ name: `parcel/${index}`, store: true }));

const HOSTILE: Readonly<Record<string, () => Buffer>> = {
  'no zip at all': () => Buffer.from('this is no zip'),
  nothing: () => Buffer.alloc(0),
  'a zip that was cut off': () => plus().subarray(0, 120),
  'a path upwards': () => plus({ name: 'parcel/../../evil.js', content: 'x' }),
  'a path upwards by backslash': () => plus({ name: 'parcel\\..\\..\\evil.js', content: 'x' }),
  'an absolute path': () => plus({ name: '/tmp/evil.js', content: 'x' }),
  'a drive letter': () => plus({ name: 'C:/evil.js', content: 'x' }),
  'a NUL in a name': () => plus({ name: 'parcel/a.js\0.txt', content: 'x' }),
  'a line break in a name': () => plus({ name: 'parcel/a\n.js', content: 'x' }),
  'a name that is no text': () =>
    plus({ name: Buffer.concat([Buffer.from('parcel/'), Buffer.from([0xc3, 0x28])]), content: 'x' }),
  'an empty part in a name': () => plus({ name: 'parcel//a.js', content: 'x' }),
  'a dot as a part': () => plus({ name: 'parcel/./a.js', content: 'x' }),
  'a stream name of Windows': () => plus({ name: 'parcel/a.js:hidden', content: 'x' }),
  'a device name of Windows': () => plus({ name: 'parcel/CON.js', content: 'x' }),
  'a name with a trailing dot': () => plus({ name: 'parcel/a.js.', content: 'x' }),
  'a part that is too long': () => plus({ name: `parcel/${'a'.repeat(300)}`, content: 'x' }),
  'a path that is too long': () => plus({ name: `parcel/${'ab/'.repeat(200)}c`, content: 'x' }),
  'a symbolic link': () => plus({ name: 'parcel/link', content: '/etc/passwd', mode: 0o120777 }),
  'a device': () => plus({ name: 'parcel/device', mode: 0o060644 }),
  'a pipe': () => plus({ name: 'parcel/pipe', mode: 0o010644 }),
  'a folder that is a file': () => plus({ name: 'parcel/sub', mode: 0o040755 }),
  'the same file twice': () => plus({ name: 'parcel/index.js', content: 'other' }),
  'two names that differ in case': () => plus({ name: 'parcel/INDEX.js', content: 'other' }),
  'two folders that differ in case': () =>
    plus({ name: 'parcel/Lib/a.js', content: 'x' }, { name: 'parcel/lib/b.js', content: 'x' }),
  'two spellings of one letter': () =>
    plus({ name: 'parcel/ł\u00e9.js', content: 'x' }, { name: 'parcel/łe\u0301.js', content: 'x' }),
  'a file that is a folder too': () =>
    plus({ name: 'parcel/lib', content: 'x' }, { name: 'parcel/lib/a.js', content: 'x' }),
  'an encrypted file': () => plus({ name: 'parcel/secret', content: 'x', flags: 0x0801 }),
  'an unknown way of packing': () => plus({ name: 'parcel/odd', content: 'x', method: 12 }),
  'a wrong check sum': () => plus({ name: 'parcel/a.js', content: 'x', crc: 1 }),
  'less data than promised': () => plus({ name: 'parcel/a.js', content: 'x', size: 5 }),
  'more data than promised': () => plus({ name: 'parcel/a.js', content: 'x'.repeat(1000), size: 5 }),
  'broken packed data': () => plus({ name: 'parcel/a.js', content: 'xyz', store: true, method: 8, packedSize: 3 }),
  'a size beyond the limit': () => plus({ name: 'parcel/huge', content: 'x', size: ZIP_LIMITS.fileBytes + 1 }),
  'sizes of the long format that lie': () =>
    plus({
      name: 'parcel/huge',
      content: 'x',
      size: 0xffffffff,
      packedSize: 0xffffffff,
      extra: longSizes(2n ** 40n, 3n),
    }),
  'a name before the data that differs from the directory': () =>
    plus({ name: 'parcel/a.js', localName: 'parcel/b.js', content: 'x' }),
  'files that share their bytes': () =>
    plus(
      { name: 'parcel/a.js', content: 'x' },
      { name: 'parcel/a.js'.replace('a', 'b'), localName: 'parcel/b.js', content: 'x', sameAs: 2 },
    ),
  'a directory that lists more than it counts': () =>
    rawZip({ entries: [...good, { name: 'parcel/a.js', content: 'x' }], count: 2 }),
  'a directory that counts more than it lists': () => rawZip({ entries: good, count: 3 }),
  'too many files': () => plus(...many),
  'a bomb': () => plus({ name: 'parcel/bomb', content: Buffer.alloc(8 * 1024 * 1024) }),
  'many small bombs': () =>
    plus(...Array.from({ length: 200 }, (_, index) => ({ name: `parcel/${index}`, content: Buffer.alloc(900_000) }))),
  'a bomb that lies about its size': () =>
    plus({ name: 'parcel/bomb', content: Buffer.alloc(40 * 1024 * 1024), size: 10 }),
};

describe('plugin zip with', () => {
  beforeAll(async () => {
    test = await bootSite();
  });
  afterAll(() => test.close());

  it.each(Object.keys(HOSTILE))('%s is rejected and writes nothing', async (kind) => {
    const result = await install(assertDefined(HOSTILE[kind]?.()));
    expect(result).toMatchObject({ code: 'incompatible_archive' });
    expect((result as { message: string }).message).not.toContain(test.site.config.dataDir);
    expect(left()).toEqual([]);
    expect(existsSync(join(test.site.config.dataDir, 'evil.js'))).toBe(false);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no plugin.json', { 'parcel/index.js': '' }, 'incompatible_archive_no_plugins'],
    [
      'two folders',
      { 'parcel/plugin.json': manifest(), 'parcel/index.js': '', 'other/plugin.json': manifest() },
      'incompatible_archive_no_plugins',
    ],
    [
      'an invalid folder name',
      { 'Parcel 1.0/plugin.json': manifest(), 'Parcel 1.0/index.js': '' },
      'incompatible_archive_no_plugins',
    ],
    [
      'a plugin.json that is not JSON',
      { 'parcel/plugin.json': '{', 'parcel/index.js': '' },
      'incompatible_archive_no_plugins',
    ],
    [
      'a plugin.json without a version',
      { 'parcel/plugin.json': manifest({ version: '' }), 'parcel/index.js': '' },
      'incompatible_archive_no_plugins',
    ],
    [
      'a main outside the plugin’s folder',
      { 'parcel/plugin.json': manifest({ main: '../../x.js' }), 'parcel/index.js': '' },
      'incompatible_archive_no_plugins',
    ],
    ['no module', { 'parcel/plugin.json': manifest() }, 'incompatible_archive_no_plugins'],
    [
      'a folder as the main module',
      { 'parcel/plugin.json': manifest(), 'parcel/index.js/': '' },
      'incompatible_archive_no_plugins',
    ],
    [
      'a plugin for another version of Node.js',
      { 'parcel/plugin.json': manifest({ requiresNode: '>=99' }), 'parcel/index.js': '' },
      'plugin_node_version',
    ],
    [
      'a plugin for another version of Plinth',
      { 'parcel/plugin.json': manifest({ requiresCore: '>=99' }), 'parcel/index.js': '' },
      'incompatible_wp_required_version',
    ],
  ])('%s is rejected and leaves no files', async (_what, files, code) => {
    expect(await install(await zipOf(files))).toMatchObject({ code });
    expect(left()).toEqual([]);
  });

  it('a changed byte never throws or leaves files outside its folder', async () => {
    const bytes = await parcel('1.0.0');
    for (let offset = 0; offset < bytes.length; offset += 7) {
      const changed = Buffer.from(bytes);
      changed[offset] = assertDefined(changed[offset]) ^ 0xff;
      const result = await install(changed, { overwrite: true });
      expect(result === 'parcel' || typeof (result as { code?: string }).code === 'string').toBe(true);
    }
    expect(left().filter((name) => name.startsWith('.'))).toEqual([]);
    for (const file of ['index.js', 'plugin.json']) expect(readdirSync(test.site.config.dataDir)).not.toContain(file);
  });

  it('binary assets preserves their bytes', async () => {
    const image = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256));
    await install(
      await zipOf({
        'gallery/plugin.json': manifest(),
        'gallery/index.js': 'export default {};',
        'gallery/assets/a.bin': image,
      }),
    );
    expect(readFileSync(join(folder(), 'gallery/assets/a.bin')).equals(image)).toBe(true);
  });
});
