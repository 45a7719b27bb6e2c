import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

describe.each(defaultEngines)('password-protected post on %s', (engine) => {
  let site: TestSite;
  let path: string;
  beforeAll(async () => {
    site = await bootSite({ engine });
    const { content } = site.site;
    path = await site.inContext(async () => {
      const id = await content.wpInsertPost({
        post_title: 'The recipe',
        post_content: 'Forty cloves of garlic.',
        post_status: 'publish',
        post_password: 'thyme',
      });
      return String(await content.getPermalink(Number(id))).replace(site.url, '');
    });
  });
  afterAll(() => site.close());

  it('asks for the password in the page’s language and hides the content', async () => {
    const reader = visitor(site.url);
    const english = (await reader.get(path)).html;
    for (const text of [
      'Protected: The recipe',
      'please enter the password below',
      '>Password: <input',
      'value="Enter"',
    ])
      expect(english).toContain(text);
    await reader.get('/?wp_lang=pl_PL');
    const polish = (await reader.get(path)).html;
    for (const text of ['Chronione hasłem: The recipe', 'wpisz hasło poniżej', '>Hasło: <input', 'value="Otwórz"'])
      expect(polish).toContain(text);
    expect(english + polish).not.toContain('garlic');
  });

  it('opens with the right password', async () => {
    const reader = visitor(site.url);
    await reader.post('/wp-login.php?action=postpass', { post_password: 'thyme', redirect_to: site.url + path });
    expect((await reader.get(path)).html).toContain('Forty cloves of garlic.');
  });
});
