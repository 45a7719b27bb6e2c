import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER, type Fields, type Visit } from './shopper.js';

const LIST = '/wp-admin/admin.php?page=store-emails';
const screenOf = (kind: string): string => `/wp-admin/admin.php?page=store-email&kind=${kind}`;
/** Emails of a plugin: one that the owner may disable, one required by law, and one the plugin sends itself. */
const PLUGIN = `export default { boot(scope) { scope.addAction('store/booted', ({ emails }) => {
  emails.register({ id: 'packed', label: 'Packed <up>', when: ['processing'], subject: (order) => 'Packed: ' + order.number, render: () => '<p>In the box.</p>' });
  emails.register({ id: 'warranty', label: 'Warranty', when: 'ordered', required: 'A law of tests.', subject: () => 'Your warranty', render: () => '<p>Two years.</p>' });
  emails.fixed.register({ id: 'receipt', label: 'Receipt of a return', reason: 'It is owed.' });
}); } };`;

describe.each(defaultEngines)('email template administration on %s', (engine) => {
  let shop: CommerceSite;
  let admin: Browser;
  beforeAll(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Lamp', price: 5000, stock: 100 });
    await shop.extend('packing', PLUGIN);
    admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => shop.close());

  async function save(kind: string, fields: Fields, action = 'save'): Promise<Visit> {
    await admin.get(screenOf(kind));
    return admin.submit({ do: action }, fields, 'opening_en');
  }
  async function buy(locale = 'en_US'): Promise<{ readonly id: number; readonly number: string }> {
    const buyer = shop.shopper();
    await buyer.get(`/?wp_lang=${locale}`);
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token');
    const row = (await shop.orders()).at(-1) ?? {};
    return { id: Number(row.id), number: String(row.number) };
  }
  const kindsOf = async (orderId: number): Promise<string[]> =>
    await shop.site.db()('store_emails').where({ order_id: orderId }).orderBy('id').pluck<string[]>('kind');
  const emailsTo = (address: string, text: string): string[] =>
    shop.emails().filter((email) => new RegExp(`^To: ${address}`, 'm').test(email) && email.includes(text));

  it('lists emails of the shop and plugins with the reason for those always sent', async () => {
    const { text } = await admin.get(LIST);
    for (const phrase of [
      'Order received',
      'Refund',
      'Unusual payment (to the shop)',
      'Packed &lt;up&gt;',
      'A law of tests.',
      'Receipt of a return',
      'It is owed.',
      'Consumer Rights Act, art. 21',
      'Order verification code',
    ])
      expect(text).toContain(phrase);
    expect(text.match(/Always sent/g)).toHaveLength(6);
    const customer = shop.shopper();
    expect((await customer.get(LIST)).path).toContain('wp-login.php');
    expect((await admin.get(screenOf('nonsense'))).text).toContain('This email doesn’t exist.');
  });

  it('stops sending disabled emails except those required by law', async () => {
    for (const kind of ['processing', 'packed', 'new_order', 'received', 'warranty']) await save(kind, { enabled: '' });
    const { id } = await buy();
    await shop.inContext(() => shop.service().setStatus(id, 'processing'));
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['received', 'warranty']));
    for (const kind of ['processing', 'packed', 'new_order']) expect(await kindsOf(id)).not.toContain(kind);
    expect((await admin.get(screenOf('received'))).text).toContain('This email can’t be turned off.');
    for (const kind of ['processing', 'packed', 'new_order']) await save(kind, {}, 'original');
    const next = await buy();
    await shop.inContext(() => shop.service().setStatus(next.id, 'processing'));
    expect(await kindsOf(next.id)).toEqual(expect.arrayContaining(['new_order', 'processing', 'packed']));
  });

  it('uses the owner’s texts with placeholders and the original where none was written', async () => {
    await save('received', {
      subject_en: 'Hooray {first_name}: {number}',
      opening_en: 'Dear {customer},\n\nthank <you> from {site}.',
      closing_en: 'Bye for {total}.',
      subject_pl: 'Hura {number}',
    });
    const { number } = await buy();
    const [email = ''] = emailsTo('anna', `Hooray`);
    for (const text of [`Hooray ${BUYER.billing_first_name}: ${number}`, 'thank &lt;you&gt; from', 'Bye for '])
      expect(email).toContain(text);
    expect(email).not.toContain('Thank you for your order.');
    const polish = await buy('pl_PL');
    const [inPolish] = emailsTo('anna', `Hura ${polish.number}`);
    expect(inPolish).toContain('Dziękujemy');
    expect(inPolish).not.toContain('Bye for ');
    // Emails of the plugin, and those of the shop without custom texts, are unchanged.
    expect(emailsTo('anna', 'Your warranty').length).toBeGreaterThan(0);
    await save('received', {}, 'original');
    const { number: next } = await buy();
    expect(emailsTo('anna', `Confirmation of your order ${next}`)).toHaveLength(1);
    expect(await shop.site.db()('options').where({ name: 'store_email_received' })).toEqual([]);
  });

  it('rejects unknown placeholders with a suggestion and keeps the saved text', async () => {
    await save('processing', { subject_en: 'Kept {number}' });
    const response = await save('processing', { subject_en: 'Lost {nummer}', closing_pl: '{zupa}' });
    expect(response.status).toBe(422);
    for (const text of [
      '{nummer} is not available in this email. Did you mean {number}?',
      '{zupa} is not available in this email. Available: {number}',
      'href="#subject_en"',
      'href="#closing_pl"',
      'value="Lost {nummer}"',
    ])
      expect(response.text).toContain(text);
    expect((await admin.get(screenOf('processing'))).text).toContain('value="Kept {number}"');
    expect((await save('new_account', { subject_en: 'For {number}' })).status).toBe(422);
    expect((await save('processing', { closing_en: 'x'.repeat(2001) })).text).toContain(
      'Enter at most 2000 characters.',
    );
  });

  it('previews with a sample order and sends a test without saving', async () => {
    const before = (await shop.orders()).length;
    for (const kind of [
      'received',
      'refund',
      'payment_failed',
      'contact',
      'new_account',
      'existing_account',
      'packed',
      'new_order',
    ]) {
      const preview = await save(kind, { opening_en: 'Looked at <first>.', language: 'en' }, 'preview');
      expect([kind, preview.status, preview.text.includes('Looked at &lt;first&gt;.</p>')]).toEqual([kind, 200, true]);
    }
    const polish = await save('received', { language: 'pl' }, 'preview');
    for (const text of ['Kubek ceramiczny', 'Dziękujemy']) expect(polish.text).toContain(text);
    const tested = await save(
      'packed',
      { subject_en: 'Try {number}', language: 'en', test_to: 'me@example.test' },
      'test',
    );
    expect(tested.text).toContain('Sending a test email to me@example.test.');
    expect(emailsTo('me@example.test', 'Test: Try ')).toHaveLength(1);
    expect((await save('packed', { test_to: 'nobody' }, 'test')).text).toContain('Enter a full email address');
    expect((await admin.get(screenOf('packed'))).text).not.toContain('Try {number}');
    expect((await shop.orders()).length).toBe(before);
  });
});
