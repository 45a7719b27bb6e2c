import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../../core/plugins/manifest/manifest.js';

const RIGHT = {
  name: 'Shop hours',
  version: '1.0.0',
  description: 'Says when.',
  author: 'Ola',
  requiresCore: '>=0.1.0',
  main: 'index.js',
};

describe('plugin.json', () => {
  let folder: string;
  beforeAll(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'plinth-manifest-')), 'shop-hours');
    mkdirSync(join(folder, 'inner'), { recursive: true });
    writeFileSync(join(folder, 'index.js'), 'export default {};');
  });
  afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  async function reading(fields: object): Promise<string> {
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...RIGHT, ...fields }));
    return readManifest(folder).then(
      () => 'fine',
      (error: Error) => error.message.replace('The plugin.json of "shop-hours" is invalid: ', ''),
    );
  }

  it('ignores a byte order mark', async () => {
    writeFileSync(join(folder, 'plugin.json'), `\ufeff${JSON.stringify(RIGHT)}`);
    expect((await readManifest(folder)).id).toBe('shop-hours');
  });

  it.each<[string, object, string]>([
    [
      'a misspelled key and suggests the right one',
      { requirePlugins: ['store'] },
      'unknown key "requirePlugins"; did you mean "requiresPlugins"?',
    ],
    ['a key in the wrong case', { textdomain: 'x' }, 'unknown key "textdomain"; did you mean "textDomain"?'],
    [
      'an unknown key and lists the known ones',
      { contributes: { blocks: ['a/b'] } },
      'unknown key "blocks" in "contributes"; known keys are capabilities, roles, hosts, customRedirectHosts.',
    ],
    [
      'a text instead of a list',
      { contributes: { capabilities: { run_hours: 'administrator' } } },
      '"contributes.capabilities.run_hours" must be a list, not "administrator".',
    ],
    [
      'a list with an entry of the wrong type',
      { contributes: { capabilities: { run_hours: ['editor', 7] } } },
      '"contributes.capabilities.run_hours[1]" must be a string, not 7.',
    ],
    [
      'a role without a label',
      { contributes: { roles: { clerk: { capabilities: [] } } } },
      '"contributes.roles.clerk.label" must be a string.',
    ],
    ['a value of the wrong type', { developmentOnly: 'yes' }, '"developmentOnly" must be true or false, not "yes".'],
    ['a blank text', { author: ' ' }, '"author" must not be empty.'],
    ['a missing field', { author: undefined }, '"author" must be a string.'],
    [
      'an invalid name of a required plugin',
      { requiresPlugins: ['../store'] },
      '"requiresPlugins" must be a list of plugin names, or an object of plugin names and semver ranges.',
    ],
    [
      'an invalid version range',
      { requiresPlugins: { store: 'new' } },
      '"requiresPlugins.store" must be a semver range such as "^1.0.0", not "new".',
    ],
    ['an id that differs from the folder name', { id: 'other' }, '"id" must be the folder name, not "other".'],
    [
      'a missing main module',
      { main: 'plugin.ts' },
      '"main" refers to plugin.ts, which does not exist in the plugin’s folder.',
    ],
    [
      'a folder as the main module',
      { main: 'inner' },
      '"main" refers to inner, which does not exist in the plugin’s folder.',
    ],
    ['a main module outside the folder', { main: '../index.js' }, '"main" must be a path inside the plugin’s folder.'],
    [
      'two mistakes at once',
      { requirePlugins: [], developmentOnly: 1 },
      'unknown key "requirePlugins"; did you mean "requiresPlugins"?; "developmentOnly" must be true or false, not 1.',
    ],
  ])('fails validation for %s', async (_what, fields, expectedMessage) => {
    expect(await reading(fields)).toBe(expectedMessage);
  });

  it('accepts a schema, its own id, a license, plugin ranges and hosts', async () => {
    expect(
      await reading({
        $schema: './node_modules/plinth/schemas/plugin.json',
        id: 'shop-hours',
        license: 'MIT',
        requiresPlugins: { store: '^1.0.0' },
        contributes: { hosts: { script: ['https://js.example.com'] } },
      }),
    ).toBe('fine');
  });

  it.each(readdirSync(join(__dirname, '../../plugins')))('of the bundled plugin %s is valid', async (id) => {
    expect(await readManifest(join(__dirname, '../../plugins', id))).toMatchObject({ id });
  });
});
