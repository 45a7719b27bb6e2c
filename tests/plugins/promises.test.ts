import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const PROBE = `module.exports = { boot(scope) {
  const kind = (value) => (value instanceof Promise ? 'promise' : typeof value);
  scope.registerFrontRoute({ path: '/probe/kinds/', methods: ['GET'], handler: () => ({ kind: 'body', type: 'application/json', body: JSON.stringify({
    getPost: kind(scope.getPost(1)), getPermalink: kind(scope.getPermalink(1)), queryPosts: kind(scope.queryPosts({})), getUserBy: kind(scope.getUserBy('id', 1)),
    getPostMeta: kind(scope.getPostMeta(1, 'a', true)), getOption: kind(scope.getOption('blogname')),
    now: kind(scope.now), atOnce: kind(scope.currentUserCan('read')),
  }) }) });
} };`;

describe('scope functions for plugins', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine: 'sqlite' });
    await activatePlugin(test, 'probe', { 'index.js': PROBE });
  });
  afterAll(() => test.close());

  it('return promises whether or not the value is in memory', async () => {
    const fetchKinds = async (): Promise<Record<string, string>> =>
      (await (await fetch(`${test.url}/probe/kinds/`)).json()) as Record<string, string>;
    const { now, atOnce, ...kinds } = await fetchKinds();
    expect(new Set(Object.values(kinds))).toEqual(new Set(['promise']));
    expect(await fetchKinds()).toEqual({ ...kinds, now, atOnce });
    // A promise in a condition would always be truthy.
    expect(atOnce).toBe('boolean');
    // Internal functions of the host are not part of the scope.
    expect(now).toBe('undefined');
  });
});
