import { isWpError } from '../../core/api/index.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { img } from '../media/sample-images.js';
import { Browser } from '../store/shopper.js';

describe('REST routes for WordPress’s editor', () => {
  let site: TestSite;
  let admin: Browser;
  let nonce: string;
  beforeAll(async () => {
    site = await bootSite();
    admin = new Browser(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    nonce = (await admin.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text.trim();
  });
  afterAll(() => site?.close());
  const fetchRoute = async (
    route: string,
    browser = admin,
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const { status, text } = await browser.get(
      `/wp-json/${route}${browser === admin ? `${route.includes('?') ? '&' : '?'}_wpnonce=${nonce}` : ''}`,
    );
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  };

  it('return an empty object from the template lookup for permitted users only', async () => {
    expect(await fetchRoute('wp/v2/templates/lookup?slug=front-page')).toEqual({ status: 200, body: {} });
    expect(await fetchRoute('wp/v2/templates/lookup?slug=page-about&is_custom=false&template_prefix=page')).toEqual({
      status: 200,
      body: {},
    });
    expect(await fetchRoute('wp/v2/templates/lookup')).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    });
    expect(await fetchRoute('wp/v2/templates/lookup?slug=front-page', new Browser(site.url))).toMatchObject({
      status: 401,
      body: { code: 'rest_cannot_manage_templates' },
    });
  });

  it('return the site’s logo and icon in the index with links', async () => {
    expect((await fetchRoute('?_fields=site_logo,site_icon,site_icon_url')).body).toEqual({
      site_logo: 0,
      site_icon: 0,
      site_icon_url: '',
    });
    const [logo, icon] = await site.inContext(async () => {
      const ids: number[] = [];
      for (const name of ['logo.png', 'icon.png']) {
        const id = await site.site.attachments.mediaHandleUpload({ name, data: await img(512, 512) });
        ids.push(isWpError(id) ? 0 : id);
      }
      await site.site.options.updateOption('site_logo', ids[0]);
      await site.site.options.updateOption('site_icon', ids[1]);
      return ids;
    });
    const { body } = await fetchRoute('?_fields=site_logo,site_icon,site_icon_url,_links');
    expect(body).toMatchObject({ site_logo: logo, site_icon: icon });
    expect(body.site_icon_url).toMatch(/\/wp-content\/uploads\/\d{4}\/\d\d\/icon\.png$/);
    const links = Object.values(body._links as Record<string, { href: string; type?: string; embeddable?: boolean }[]>)
      .flat()
      .filter(({ href }) => href.includes('/wp/v2/media/'));
    expect(links.map(({ href, type, embeddable }) => [href, type, embeddable])).toEqual([
      [`${site.url}/wp-json/wp/v2/media/${logo}`, 'site_logo', true],
      [`${site.url}/wp-json/wp/v2/media/${icon}`, 'site_icon', true],
    ]);
  });
});
