import { defaultEngines } from '../kit/databases.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import type { Browser, Fields, Visit } from './shopper.js';

const MESSAGE: Fields = {
  contact_name: 'Ewa <b>Test</b>',
  contact_email: 'ewa@example.test',
  contact_message: 'First line\nSecond <script>x</script>',
};

describe.each(defaultEngines)('contact form on %s', (engine) => {
  let shop: CommerceSite;
  let visitor: Browser;

  beforeEach(async () => {
    shop = await bootCommerce(engine);
    visitor = shop.shopper();
  });
  afterEach(() => shop.close());

  async function send(fields: Fields = {}): Promise<Visit> {
    await visitor.get('/contact/');
    return visitor.submit({}, { ...MESSAGE, ...fields }, 'contact_message');
  }

  it('emails the shop with the sender as Reply-To', async () => {
    const visit = await send();
    expect(visit.text).toContain('We have received your message.');
    const [email] = shop.emails();
    expect(email).toMatch(/^To: admin@/m);
    expect(email).toMatch(/^Reply-To: ewa@example\.test$/m);
    expect(email).toContain('Second &lt;script&gt;');
    expect(await shop.site.db()('store_emails').first<object>('data')).toEqual({ data: '' });
  });

  it('names missing fields and keeps the rest', async () => {
    const visit = await send({ contact_email: 'ewa', contact_message: '' });
    expect(visit.status).toBe(422);
    expect(visit.text).toContain('href="#contact_email"');
    expect(visit.text).toContain('href="#contact_message"');
    expect(visitor.form('contact_message').fields.contact_email).toBe('ewa');
    expect(shop.emails()).toEqual([]);
  });

  it('prevents email header injection through name and address', async () => {
    await send({
      contact_name: 'Ewa\r\nBcc: all@example.test',
      contact_email: 'ewa@example.test\r\nBcc: all@example.test',
    });
    await send({ contact_name: 'Ewa\r\nBcc: all@example.test' });
    for (const email of shop.emails()) expect(email).not.toMatch(/^Bcc:/m);
  });

  it('sends nothing for a filled honeypot but shows success', async () => {
    expect((await send({ contact_website: 'http://spam.example' })).text).toContain('We have received your message.');
    expect(shop.emails()).toEqual([]);
  });

  it('limits one IP address to five messages in fifteen minutes', async () => {
    for (let index = 0; index < 5; index++) expect((await send()).status).toBe(200);
    const sixth = await send();
    expect(sixth.status).toBe(429);
    expect(visitor.form('contact_message').fields.contact_message).toContain('First line');
    expect(shop.emails()).toHaveLength(5);
    await shop.site
      .db()('store_attempts')
      .update({ at: Date.now() - 901_000 });
    expect((await send()).status).toBe(200);
  });

  it('fires the form hooks and refuses failing checks and wrong nonces', async () => {
    await shop.extend(
      'boxes',
      `export default { boot(scope) {
      scope.addFilter('store/form_errors', (errors, c) => { if (c.location === 'contact' && c.request.field('contact_name') === 'Broken') throw new Error('x'); return errors; }, 10, 2);
      scope.addFilter('store/form_fields', (html, c) => html + '<input type="hidden" name="place" value="' + c.location + '">', 10, 2);
    } };`,
    );
    await visitor.get('/contact/');
    expect(visitor.form('contact_message').fields.place).toBe('contact');
    expect((await send({ contact_name: 'Broken' })).status).toBe(422);
    expect((await send({ _wpnonce: 'no' })).status).toBe(422);
    expect(shop.emails()).toEqual([]);
  });
});
