import { createSiteProgram } from '../../core/cli/program.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

const GOOD = `module.exports = { boot(scope) { scope.addCommand({ name: 'good greet', description: 'Greet', run: async (_args, _options, output) => output.line('hello') }); } };`;

/** Invalid registrations of plugins, with the error message shown to the author. */
const INVALID_ENTRIES: Readonly<Record<string, readonly [string, string]>> = {
  'a command without a description': [
    "scope.addCommand({ name: 'bad greet', run: async () => {} })",
    'The command "bad greet" has no description.',
  ],
  'a command without a name': [
    "scope.addCommand({ description: 'x', run: async () => {} })",
    'does not have a valid name',
  ],
  'a command that does nothing': ["scope.addCommand({ name: 'bad greet', description: 'x' })", 'requires a function'],
  'a command with an option without flags': [
    "scope.addCommand({ name: 'bad greet', description: 'x', options: [{ description: 'y' }], run: async () => {} })",
    'has an option without flags',
  ],
  'a shortcode without a callback': ["scope.addShortcode('bad')", 'requires a function'],
  'a page without a handler': ["scope.registerFrontRoute({ path: '/bad/' })", 'requires a function'],
  'a screen without a handler': ["scope.addMenuPage({ slug: 'bad', title: 'Bad' })", 'requires a function'],
};

describe.each(defaultEngines)('invalid plugin registrations on %s', (engine) => {
  let test: TestSite;
  const lines: string[] = [];
  const streams = { out: (text: string) => void lines.push(text), error: (text: string) => void lines.push(text) };
  beforeAll(async () => {
    test = await bootSite({ engine });
    test.addPlugin('good', { 'index.js': GOOD });
    await test.inContext(() => test.site.plugins.activatePlugin('good'));
  });
  afterAll(() => test.close());

  it.each(Object.entries(INVALID_ENTRIES))('are reported on activation: %s', async (_name, [code, expectedMessage]) => {
    test.addPlugin('bad', { 'index.js': `module.exports = { boot(scope) { ${code}; } };` });
    const error = await test.inContext(() => test.site.plugins.activatePlugin('bad'));
    expect(error?.getErrorMessage()).toContain(expectedMessage);
  });

  it('leave the commands of other plugins working', async () => {
    const { commands } = test.site.plugins.registries;
    const undo = commands.add('bad', { name: 'bad greet' } as never);
    const program = createSiteProgram(test.site, '1.0.0', streams);
    await program.parseAsync(['node', 'plinth', 'good', 'greet']);
    expect(lines.join('')).toMatch(
      /the command "bad greet" of the plugin "bad" was skipped because it is not valid.*hello/s,
    );
    undo();
  });
});
