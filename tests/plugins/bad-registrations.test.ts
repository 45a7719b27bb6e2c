import { createSiteProgram } from '../../core/cli/program.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

/** Registrations without a required part, with the error message shown to the author. The plugin does not start. */
const REJECTED: readonly (readonly [string, string])[] = [
  ["scope.registerJob('bad/job')", "registerJob('bad/job', …) requires a function"],
  ["scope.addTemplateHelper('bad')", "addTemplateHelper('bad', …) requires a function"],
  ["scope.addSettingsField('bad', 'Bad')", "addSettingsField('bad', …) requires a function"],
  ["scope.wpAddDashboardWidget('bad', 'Bad')", "wpAddDashboardWidget('bad', …) requires a function"],
  ["scope.addMetaBox({ id: 'bad', title: 'Bad' })", "addMetaBox({ id: 'bad' }).callback requires a function"],
  ["scope.addMetaBox('bad', 'Bad', () => '')", 'addMetaBox(…) requires an object, but got string'],
  ["scope.registerBlockType('bad/block', 5)", "registerBlockType('bad/block', …) requires an object, but got number"],
  ["scope.registerBlockType('bad/block', { attributes: 'x' })", 'requires "attributes" to be a object, but got string'],
  ["scope.registerBlockType('bad/block', { renderCallback: 5 })", 'requires "renderCallback" to be a function'],
  ['scope.registerWidget({})', 'registerWidget(…) requires "idBase" to be a text, but got undefined'],
  ["scope.registerWidget({ idBase: 'bad', title: 'Bad', fields: [] })", '"render" to be a function'],
  ['scope.registerSidebar({})', 'registerSidebar(…) requires "id" to be a text, but got undefined'],
  ['scope.addAdminNotice({})', 'addAdminNotice(…) requires "id" to be a text, but got undefined'],
  ["scope.addAdminNotice({ id: 'bad' })", 'addAdminNotice(…) requires "text" to be a text or function'],
  ["scope.registerRestField('post', 'bad')", 'requires "field" to be a object, but got undefined'],
  ["scope.registerRestField('post', 'bad', { getCallback: 1 })", 'requires "getCallback" to be a function'],
  ['scope.registerEditable({})', 'registerEditable(…) requires "kind" to be a text, but got undefined'],
  ["scope.registerEditable({ kind: 'bad' })", 'registerEditable(…) requires "canEdit" to be a function'],
];

/** Registrations that the host rejects by a return value; the plugin starts without them. */
const REFUSED: readonly (readonly [string, string])[] = [
  ["scope.registerBlockPattern('bad', {})", "registerBlockPattern('bad', …) was refused"],
  [
    "scope.registerBlockPattern('bad', { title: 7, content: '<p>x</p>' })",
    "registerBlockPattern('bad', …) was refused",
  ],
  ["scope.registerBlockPatternCategory('bad', {})", "registerBlockPatternCategory('bad', …) was refused"],
  [
    "scope.registerPostType('a very long name of a post type', {})",
    "registerPostType('a very long name of a post type', …)",
  ],
  ["scope.registerTaxonomy('a very long name of a taxonomy here', 'post')", "registerTaxonomy('a very long name"],
  ["scope.registerPostStatus('A B C', {})", "registerPostStatus('A B C', …) was refused"],
  ["scope.registerMeta('nothing', 'bad', {})", "registerMeta('nothing', 'bad', …) was refused"],
  [
    "scope.registerMeta('post', 'bad', { type: 'integer', default: 'x' })",
    "registerMeta('post', 'bad', …) was refused",
  ],
  ["await scope.wpScheduleEvent(Date.now(), 'hourly', 'bad/hourly')", "wpScheduleEvent(…, 'bad/hourly') was refused"],
  ["await scope.wpScheduleEvent(2e9, 'often', 'bad/often')", 'there is no recurrence "often"'],
  ["await scope.wpScheduleSingleEvent('x', 'bad/once')", "wpScheduleSingleEvent(…, 'bad/once') was refused"],
];

describe('invalid registrations', () => {
  let test: TestSite;
  let owner: Visitor;
  beforeAll(async () => {
    test = await bootSite({ uncached: true });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterEach(() => test.inContext(() => test.site.plugins.deactivatePlugins('bad')));
  afterAll(() => test.close());

  async function activate(source: string): Promise<string | undefined> {
    test.addPlugin('bad', { 'index.js': source });
    return (await test.inContext(() => test.site.plugins.activatePlugin('bad')))?.getErrorMessage();
  }

  async function expectSiteToWork(): Promise<void> {
    const paths = [
      '/',
      '/wp-admin/',
      '/wp-admin/post-new.php',
      '/wp-admin/options-general.php',
      '/wp-admin/themes.php?page=widgets',
    ];
    const statuses = await Promise.all(paths.map(async (path) => [path, (await owner.get(path)).status]));
    expect(statuses).toEqual(paths.map((path) => [path, 200]));
    const lines: string[] = [];
    const write = (text: string): void => void lines.push(text);
    const program = createSiteProgram(test.site, '1.0.0', { out: write, error: write });
    await expect(program.parseAsync(['node', 'plinth', 'help'])).rejects.toMatchObject({ code: 'commander.help' });
    expect(lines.join('')).toContain('Recover a site');
  }

  async function errorList(): Promise<string> {
    await test.site.plugins.pluginErrors.flush();
    return (await test.site.plugins.pluginErrors.list('bad')).map(({ message }) => message).join('\n');
  }

  it.each(REJECTED)('stop the plugin with a message and leave the site working: %s', async (code, message) => {
    expect(await activate(`module.exports = { boot(scope) { ${code}; } };`)).toContain(message);
    await expectSiteToWork();
    expect(await errorList()).toContain(message);
  });

  it.each(REFUSED)('are left out and listed as errors of the plugin: %s', async (code, message) => {
    expect(await activate(`module.exports = { async boot(scope) { ${code}; } };`)).toBeUndefined();
    await expectSiteToWork();
    expect(await errorList()).toContain(message);
  });

  it.each(['', 'export const x = 1;', 'module.exports = {};'])(
    'include a module that exports nothing the host knows: %s',
    async (source) => {
      expect(await activate(source)).toContain('it has no default export; write `export default definePlugin({ … })`');
      expect(await errorList()).toContain('it has no default export');
    },
  );
});
