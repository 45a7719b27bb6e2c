import { bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

/** WordPress stores it as `Tom &amp; &quot;Ann&quot;`. */
const NAME = 'Tom & "Ann"';

describe('site name with HTML special characters', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ shop: true, fresh: true });
    await test.inContext(async () => {
      await test.site.options.updateOption('blogname', NAME);
      await test.site.options.updateOption('blogdescription', 'Tea & cups');
    });
  });
  afterAll(() => test.close());

  it.each([
    '/',
    '/shop/',
    '/cart/',
    '/contact/',
    '/account/',
    '/register/',
    '/wp-login.php',
    '/wp-login.php?action=lostpassword',
    '/nothing-here/',
    '/?s=tea',
    '/feed/',
    '/wp-json/',
    '/shop/?sf_q=lamp',
  ])('appears escaped exactly once on %s', async (path) => {
    const { html } = await visitor(test.url).get(path);
    expect(html).toMatch(/Tom (?:&amp;|&#0?38;|&) (?:&quot;|&#0?34;|"|\\"|“|&#8220;)Ann/);
    expect(html).not.toMatch(/&amp;(?:amp|quot|#0?3[48]);/);
    // Structured data contains no HTML entities.
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g))
      expect(json).not.toMatch(/&(?:amp|quot);/);
  });

  it('appears unescaped in email subjects', async () => {
    await test.site.db()('rate_limits').delete();
    const page = visitor(test.url);
    await page.get('/wp-login.php?action=lostpassword');
    await page.post('/wp-login.php?action=lostpassword', { user_login: 'admin' });
    await test.inContext(() => test.site.cron.runJobs());
    const log = await test.site.db()('mail_log').select<{ subject: string }[]>('subject');
    expect(log.map(({ subject }) => subject).join()).toContain(NAME);
    expect(log.filter(({ subject }) => /&(?:amp|quot);/.test(subject))).toEqual([]);
  });
});
