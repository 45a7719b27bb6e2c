import { isWpError } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { img } from '../media/sample-images.js';

const SCREEN = '/wp-admin/customize.php';

describe.each(defaultEngines)('Customize screen on %s', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  let logo = 0;
  const home = async (): Promise<string> => (await visitor(site.url).get('/')).html.replace(/ nonce="[^"]*"/g, '');

  beforeAll(async () => {
    site = await bootSite({ engine });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    const data = await img(600, 300);
    const id = await site.inContext(() => site.site.attachments.mediaHandleUpload({ name: 'mark.png', data }));
    if (isWpError(id)) throw new Error(id.getErrorMessage());
    logo = id;
  });
  afterAll(() => site?.close());

  it('applies saved colors, font and footer to the next page request', async () => {
    expect(await home()).not.toContain('plinth-branding');
    await admin.get(SCREEN);
    const saved = await admin.submitForm(
      { 'fields[accent]': '#7a1fa2', 'fields[font]': 'serif', 'fields[footer]': '<b>Tea</b> & cake {year}' },
      'style-editor',
    );
    expect([saved.status, saved.location]).toEqual([303, SCREEN]);
    const html = await home();
    expect(html).toMatch(
      /<style id="plinth-branding"[^>]*>\s*:root \{[^}]*--color-accent: #7a1fa2;[^}]*--font: "Iowan/,
    );
    expect(html.indexOf('plinth-branding')).toBeGreaterThan(html.indexOf('default/assets/style.css'));
    expect(html).toMatch(/site-footer__text">&lt;b&gt;Tea&lt;\/b&gt; &amp; cake 20\d\d</);
  });

  it('shows logo and icon, with alternative text when the name is hidden', async () => {
    await admin.get(SCREEN);
    await admin.submitForm({ 'fields[logo]': String(logo), 'fields[icon]': String(logo) }, 'style-editor');
    const both = await home();
    expect(both).toMatch(/class="site-name"[^>]*><img[^>]*class="custom-logo[^>]*alt=""[^>]*><span>/);
    expect(both).toMatch(/<link rel="icon" href="[^"]*mark-150x150\.png"/);
    expect(both).not.toContain('favicon.svg');
    expect((await visitor(site.url).get('/favicon.ico')).location).toMatch(/mark-150x150\.png$/);
    await admin.get(SCREEN);
    await admin.submitForm({ 'fields[showsName]': '' }, 'style-editor');
    expect(await home()).toMatch(/class="site-name"[^>]*><img[^>]*alt="[^"]+"[^>]*><\/a>/);
    expect((await admin.get(`/wp-admin/post.php?post=${logo}&action=edit`)).html).toMatch(
      /used-title.*customize\.php">Logo/s,
    );
  });

  it('accepts an uploaded logo, and refuses a file that is no image', async () => {
    await admin.get(SCREEN);
    const rejected = await admin.upload(
      SCREEN,
      { action: 'save' },
      { field: 'new_logo', name: 'terms.pdf', bytes: Buffer.from('%PDF-1.4\n') },
    );
    expect([rejected.status, rejected.html.includes('Choose an image.')]).toEqual([422, true]);
    await admin.get(SCREEN);
    expect(
      (
        await admin.upload(
          SCREEN,
          { action: 'save' },
          { field: 'new_logo', name: 'sign.png', bytes: await img(400, 200) },
        )
      ).status,
    ).toBe(303);
    expect(await home()).toMatch(/class="site-name"[^>]*><img[^>]*sign-300x150\.png/);
  });

  it('refuses colors of too low contrast, gives the reason and keeps the input', async () => {
    await admin.get(SCREEN);
    const rejected = await admin.submitForm({ 'fields[page]': '#ffffff', 'fields[text]': '#dddddd' }, 'style-editor');
    expect(rejected.status).toBe(422);
    expect(rejected.html).toContain('the contrast is 1.4:1, the minimum is 4.5:1');
    expect(rejected.html).toContain('value="#dddddd"');
    expect(await home()).not.toContain('#dddddd');
  });

  it('previews branding over REST for authorized users without storing it', async () => {
    const before = await home();
    const query = 'plinth/v1/branding?fields[accent]=%23ffee00&fields[scheme]=auto&fields[footer]=Hello';
    const preview = await admin.rest('GET', query);
    expect(preview.body).toMatchObject({
      light: { '--color-accent': expect.stringMatching(/^#[0-9a-f]{6}$/) as string },
      footer: 'Hello',
    });
    expect(
      (await admin.rest('GET', 'plinth/v1/branding?fields[text]=%23ffffff&fields[page]=%23fefefe')).body,
    ).toMatchObject({ code: 'invalid_branding', data: { status: 400, field: 'text' } });
    expect((await visitor(site.url).rest('GET', query)).status).toBe(401);
    expect(await home()).toBe(before);
  });

  it('resets branding but keeps the logo', async () => {
    await admin.get(SCREEN);
    await admin.submitForm({ action: 'reset' }, 'style-editor');
    const html = await home();
    expect(html).not.toContain('plinth-branding');
    expect(html).toContain('custom-logo');
  });
});
