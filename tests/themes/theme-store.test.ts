import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { createSite } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { zipOf } from '../plugins/zip-bytes.js';

describe.each(defaultEngines)('theme installation on %s', (engine) => {
  let test: TestSite;
  let folder: string;
  beforeAll(async () => {
    test = await bootSite({ engine });
    folder = join(test.site.config.dataDir, 'themes');
  });
  afterAll(() => test.close());

  const zipped = (id: string, json: object = {}, files: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
    zipOf({
      [`${id}/theme.json`]: JSON.stringify({
        name: `Theme ${id}`,
        version: '1.0.0',
        parent: 'default',
        styles: ['own.css'],
        ...json,
      }),
      [`${id}/assets/own.css`]: 'p{}',
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${id}/${path}`, text])),
    });
  const install = (zip: Buffer, overwrite = false): Promise<string> =>
    test
      .inContext(() => test.site.themes.installTheme(zip, { overwrite }))
      .catch((error: { code?: string; message: string }) => error.code ?? error.message);
  it('accepts a theme.json with a byte order mark', async () => {
    const zip = await zipOf({
      'theme.json': `\ufeff${JSON.stringify({ name: 'Marked', version: '1.0.0', parent: 'default' })}`,
    });
    expect(await install(zip)).toBe('marked');
    expect((await test.inContext(() => test.site.themes.switchTheme('marked'))).name).toBe('Marked');
    await test.inContext(() => test.site.themes.switchTheme('default'));
    await test.inContext(() => test.site.themes.deleteTheme('marked'));
  });

  it('names the missing parent of a theme', async () => {
    const orphan = join(folder, 'orphan');
    mkdirSync(orphan, { recursive: true });
    writeFileSync(join(orphan, 'theme.json'), JSON.stringify({ name: 'Orphan', parent: 'gone' }));
    await expect(test.inContext(() => test.site.themes.switchTheme('orphan'))).rejects.toThrow(
      'The theme "orphan" cannot be used: its parent theme "gone" is not installed.',
    );
    await expect(test.inContext(() => test.site.themes.switchTheme('nosuch'))).rejects.toThrow(
      'The theme "nosuch" was not found.',
    );
    rmSync(orphan, { recursive: true });
  });

  const home = async (): Promise<string> => (await fetch(`${test.url}/`)).text();

  it('installs, updates and deletes themes by ZIP and rejects invalid ones without traces', async () => {
    expect(await install(await zipped('sea'))).toBe('sea');
    expect(await install(await zipped('sea'))).toBe('theme_exists');
    await test.inContext(() => test.site.themes.switchTheme('sea'));
    expect(await home()).toContain('/wp-content/themes/sea/assets/own.css?ver=1.0.0');
    expect(
      await install(
        await zipped(
          'sea',
          { version: '1.1.0' },
          { 'layouts/site.hbs': '<html><head>{{{head}}}</head><body>new sea {{{body}}}</body></html>' },
        ),
        true,
      ),
    ).toBe('sea');
    expect(await home()).toContain('new sea');
    await expect(test.inContext(() => test.site.themes.deleteTheme('sea'))).rejects.toMatchObject({
      code: 'theme_in_use',
    });
    await test.inContext(() => test.site.themes.switchTheme('default'));
    await test.inContext(() => test.site.themes.deleteTheme('sea'));
    expect(existsSync(join(folder, 'sea'))).toBe(false);
    const invalidZips: [Buffer, string][] = [
      [await zipped('default'), 'theme_bundled'],
      [await zipped('orphan', { parent: 'nobody' }), 'theme_invalid'],
      [await zipOf({ 'plug/plugin.json': '{}' }), 'theme_manifest_not_found'],
      [await zipOf({ 'Bad Name/theme.json': '{}' }), 'theme_manifest_invalid'],
      [Buffer.from('no zip'), 'plugin_zip_invalid'],
    ];
    for (const [zip, code] of invalidZips) expect(await install(zip)).toBe(code);
    expect(readdirSync(folder)).toEqual([]);
    await expect(test.inContext(() => test.site.themes.deleteTheme('default'))).rejects.toMatchObject({
      code: 'theme_bundled',
    });
  });

  it('follows a theme switch by another process with the next request', async () => {
    expect(await install(await zipped('hills'))).toBe('hills');
    const other = await createSite(test.site.config);
    await runInContext(createContext('command'), () => other.themes.switchTheme('hills'));
    expect(await home()).toContain('/themes/hills/assets/own.css');
    await runInContext(createContext('command'), () => other.themes.switchTheme('default'));
    await other.close();
    expect(await home()).not.toContain('/themes/hills/');
  });

  it('installs, activates and deletes themes on the screen and reports errors', async () => {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    await owner.get('/wp-admin/themes.php');
    await owner.upload(
      '/wp-admin/themes.php',
      { action: 'install' },
      { field: 'themezip', name: 'dunes.zip', bytes: await zipped('dunes') },
    );
    expect((await owner.get('/wp-admin/themes.php')).html).toContain('Theme dunes is installed');
    await owner.upload(
      '/wp-admin/themes.php',
      { action: 'install' },
      { field: 'themezip', name: 'dunes.zip', bytes: await zipped('dunes') },
    );
    expect((await owner.get('/wp-admin/themes.php')).html).toContain('is already installed');
    await owner.post('/wp-admin/themes.php', { stylesheet: 'dunes' });
    expect((await owner.get('/wp-admin/themes.php')).html).toContain('Theme Theme dunes activated.');
    await owner.post('/wp-admin/themes.php', { stylesheet: 'dunes', action: 'delete' });
    expect((await owner.get('/wp-admin/themes.php')).html).toContain('Activate another theme first');
    await owner.post('/wp-admin/themes.php', { stylesheet: 'default' });
    await owner.get('/wp-admin/themes.php');
    await owner.post('/wp-admin/themes.php', { stylesheet: 'dunes', action: 'delete' });
    expect((await owner.get('/wp-admin/themes.php')).html).toContain('Theme dunes deleted.');
    expect(existsSync(join(folder, 'dunes'))).toBe(false);
  });
});
