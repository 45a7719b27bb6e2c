import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { filesOf } from './guide.js';

describe.each(defaultEngines)('migrated WordPress plugin on %s', (engine) => {
  let test: TestSite;
  let post: number;

  beforeAll(async () => {
    test = await bootSite({ engine });
    await activatePlugin(test, 'reading-time', filesOf('coming-from-wordpress.md'));
    post = await test.inContext(
      async () =>
        (await test.site.content.wpInsertPost({
          post_title: 'Long',
          post_content: 'word '.repeat(401),
          post_status: 'publish',
          post_author: 1,
        })) as number,
    );
  });
  afterAll(() => test.close());

  const thank = (fields: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${test.url}/wp-admin/admin-ajax.php`, {
      method: 'POST',
      headers: { origin: test.url },
      body: new URLSearchParams({ action: 'thank', ...fields }),
    });

  it('shows the reading time above a post', async () => {
    const page = await fetch(`${test.url}/?p=${post}`);
    expect(await page.text()).toContain('<p class="reading-time">3 minutes</p>');
  });

  it('counts thanks only with a valid nonce', async () => {
    const nonce = await test.inContext(() => test.site.nonces.wpCreateNonce('thank'));
    expect((await thank({ post: String(post) })).status).toBe(403);
    expect(await (await thank({ post: String(post), _ajax_nonce: nonce })).json()).toEqual({
      success: true,
      data: { thanks: 1 },
    });
    expect(await (await thank({ post: String(post), _ajax_nonce: nonce })).json()).toEqual({
      success: true,
      data: { thanks: 2 },
    });
    const missing = await thank({ post: '999999', _ajax_nonce: nonce });
    expect([missing.status, await missing.json()]).toEqual([404, { success: false, data: 'no_post' }]);
  });
});
