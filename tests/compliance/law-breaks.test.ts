import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from '../../plugins/compliance/checks/check.js';
import { LAW_OPTION } from '../../plugins/compliance/checks/law-table.js';
import { defaultEngines } from '../kit/databases.js';
import { type MailServer, openMailServer } from '../kit/mail-server.js';
import { SWEEP } from '../kit/sweep.js';
import type { Browser } from '../store/shopper.js';
import {
  all,
  type Break,
  claiming,
  copyOf,
  filter,
  moment,
  option,
  otherNotice,
  page,
  pastTheShop,
  product,
  standTogether,
  stored,
  style,
  switchedOff,
  theme,
} from './breaking.js';
import { confirmRequirement, furnish, publishOtherPages } from './lawful-shop.js';
import { bootRealShop, type RealShop } from './real-shop.js';

type PriceContext = 'single' | 'listing' | 'cart';
interface Shown {
  readonly sku: string;
}
interface MenuItem {
  readonly title: string;
  readonly url: string;
}

const prices = (change: (html: string, sku: string) => string, ...contexts: readonly PriceContext[]): Break =>
  filter('store/price_html', (html: string, shownProduct: Shown, context: PriceContext) =>
    contexts.length === 0 || contexts.includes(context) ? change(html, shownProduct.sku) : html,
  );
const withoutLine = (html: string): string => html.replace(/<span class="omnibus">[\s\S]*$/, '');
const withLowestPrice = (sku: string, from: string, to: string): Break =>
  prices((html, own) =>
    own === sku ? html.replace(new RegExp(`(class="omnibus">[^<]*?)${from}([.,])00`), `$1${to}$200`) : html,
  );
const footer = (change: (items: readonly MenuItem[]) => unknown): Break => filter('plinth/footer_links', change);
const boxes = (change: (html: string) => string): Break =>
  claiming(
    'boxes',
    filter('store/form_fields', (html: string) => change(html)),
  );
const productPages = (change: (html: string) => string): Break =>
  filter('store/product_html', (html: string) => change(html));
const view = (name: string): string =>
  readFileSync(join(__dirname, '../../plugins/compliance/views', `${name}.hbs`), 'utf8');
const BARE =
  '<!doctype html><html {{{languageAttributes}}}><head>{{{head}}}</head><body><main>{{{body}}}</main>{{{footer}}}</body></html>';
const EXCEPTION = /<span class="withdrawal-exception">.*?<\/span>/g;
const next = { price: { regular: 10_000, sale: 5000, saleFrom: '2090-01-01 00:00:00', saleTo: null } };

/** Law number, what is broken, the check that must detect it, its expected message, the break, and its severity. */
type Row = readonly [law: string, what: string, check: string, seen: RegExp, brk: Break, state?: CheckResult['state']];
const BREAKS: readonly Row[] = [
  [
    '01',
    'the line forgets a price that held for a minute',
    'lowest_price',
    /\/product\/mug\/ .*a different amount/,
    all(moment('MUG', 9000), withLowestPrice('MUG', '90', '100')),
  ],
  [
    '02',
    'a theme shows reductions on product pages without the line',
    'lowest_price',
    /\/product\/mug\/ .*without the lowest price/,
    prices(withoutLine, 'single'),
  ],
  [
    '02',
    'lists and suggestions leave the line out',
    'lowest_price',
    /\/shop\/ .*without the lowest price/,
    prices(withoutLine, 'listing'),
  ],
  [
    '02',
    'the cart leaves the line out',
    'lowest_price',
    /\/cart\/ .*without the lowest price/,
    prices(withoutLine, 'cart'),
  ],
  [
    '02',
    'the line is there and hidden',
    'lowest_price',
    /without the lowest price/,
    prices((html) => html.replaceAll('class="omnibus"', 'class="omnibus" style="display:none"')),
  ],
  [
    '02',
    'a stylesheet hides the line',
    'lowest_price',
    /without the lowest price/,
    style('.price--sale ~ *, main .omnibus { display: none }'),
  ],
  [
    '02',
    'the line names the regular price',
    'lowest_price',
    /a different amount/,
    withLowestPrice('MUG', '100', '999'),
  ],
  [
    '03',
    'a sale of another year is announced today',
    'lowest_price',
    /\/product\/plate\/ .*reduction that isn’t active now/,
    all(
      product(next, 'PLATE'),
      prices(
        (html, sku) =>
          sku === 'PLATE'
            ? `<span class="price price--sale">50,00 zł</span><span class="omnibus">100,00 zł</span>`
            : html,
        'single',
      ),
    ),
  ],
  [
    '04',
    'perishable goods compare with the newest price',
    'lowest_price',
    /\/product\/pears\/ .*a different amount/,
    withLowestPrice('PEARS', '100', '90'),
  ],
  [
    '05',
    'a badge counts from a higher price',
    'percent',
    /shows a discount of 33%, but the price is only 20%/,
    productPages((html) => `<p class="badge">-33%</p>${html}`),
  ],
  [
    '06',
    'a price is changed past the shop',
    'price_record',
    /price of “Plate” differs from the price history/,
    pastTheShop('store_products', { sku: 'PLATE' }, () => ({ regular_price: 12_345 })),
  ],
  [
    '07',
    'the form does not ask for the contract',
    'form_withdrawal',
    /doesn’t ask/,
    theme('stub', {
      'plugins/compliance/declarations/form.hbs':
        '<h1>{{title}}</h1><form method="post">{{{nonceField}}}<input name="declaration_name"><button>OK</button></form>',
    }),
  ],
  [
    '08',
    'the second step turns unknown orders away',
    'form_withdrawal',
    /no button to confirm the withdrawal/,
    theme('strict', {
      'plugins/compliance/declarations/form.hbs': view('declarations/form').replace(
        /<p class="declaration__buttons">.*?<\/p>/s,
        '<p>Unknown order.</p>',
      ),
    }),
  ],
  [
    '09',
    'a byte of a declaration is another',
    'records',
    /Declaration \d+ or an earlier one was changed/,
    pastTheShop('compliance_declarations', { email: 'jan@example.test' }, ({ statement }) => ({
      statement: String(statement).replace('Jan', 'Jen'),
    })),
  ],
  [
    '09',
    'a theme leaves the code out of the receipt',
    'records',
    /is missing: the verification code/,
    theme('terse', { 'plugins/compliance/mail/declaration.hbs': view('mail/declaration').replace('{{hash}}', '') }),
  ],
  ['10', 'a theme has no footer', 'form_withdrawal', /has no link/, theme('bare', { 'layouts/site.hbs': BARE })],
  [
    '10',
    'the link is gone from every page',
    'form_withdrawal',
    /has no link/,
    footer((items) => items.filter(({ url }) => !url.includes('/withdrawal/'))),
  ],
  [
    '10',
    'a stylesheet hides the link on telephones',
    'form_withdrawal',
    /has no link/,
    style('@media (max-width: 40rem) { .site-footer a[href$="/withdrawal/"] { display: none } }'),
  ],
  [
    '10',
    'the link has other words',
    'form_withdrawal',
    /the link text is “Returns”/,
    footer((items) => items.map((item) => (item.url.includes('/withdrawal/') ? { ...item, title: 'Returns' } : item))),
  ],
  [
    '11',
    'the instruction grants seven days',
    'withdrawal_days',
    /states a withdrawal period of 7 days.* set to 14/,
    filter('the_content', (html: string) => html.replace(/14 (dni|days)/g, '7 $1')),
  ],
  [
    '12',
    'product pages leave the exception out',
    'exceptions',
    /\/product\/vase\/ .*doesn’t say/,
    productPages((html) => html.replace(EXCEPTION, '')),
  ],
  [
    '12',
    'the cart leaves the exception out',
    'exceptions',
    /\/cart\/ .*doesn’t say/,
    prices((html) => html.replace(EXCEPTION, ''), 'cart'),
  ],
  [
    '13',
    'a box is ticked beforehand',
    'boxes_checkout',
    /a checkbox is preselected/,
    boxes((html) => html.replaceAll('type="checkbox" id="legal-box', 'type="checkbox" checked id="legal-box')),
  ],
  [
    '13',
    'the words beside the boxes are gone',
    'boxes_checkout',
    /a checkbox has lost its text/,
    boxes((html) => html.replace(/(<label for="legal-box-\d+">)[\s\S]*?<\/label>/g, '$1</label>')),
  ],
  [
    '13',
    'boxes no longer lead to their pages',
    'boxes_checkout',
    /doesn’t link to the page/,
    boxes((html) => html.replace(/<p class="legal-box__page">[\s\S]*?<\/p>/g, '')),
  ],
  [
    '14',
    'an extension takes the boxes off the form',
    'boxes_registration',
    /Missing from the form on [^:]+: privacy/,
    boxes((html) => html.replace(/<fieldset class="legal-boxes"[\s\S]*?<\/fieldset>/, '')),
  ],
  [
    '15',
    'an extension asks for the free consent',
    'boxes_checkout',
    /voluntary consent is required/,
    boxes((html) => html.replace(/(<input type="checkbox" id="legal-box-\d+")(?![^>]* required)/g, '$1 required')),
  ],
  ['16', 'the terms are a stub', 'page_terms', /too short/, page('terms', () => '<p>Regulamin sklepu.</p>')],
  [
    '16',
    'the privacy policy leaves the authority out',
    'page_privacy',
    /the supervisory authority/,
    page('privacy', (text) =>
      text
        .replace(/<[^>]+>[^<]*(?:nadzorcz|UODO|Urz)[\s\S]*?<\/(?:p|li)>/g, '')
        .replace(/UODO|nadzorcz\w*|supervisory/g, ''),
    ),
  ],
  [
    '16',
    'a page keeps an empty placeholder',
    'page_withdrawal',
    /hasn’t been filled in/,
    page('withdrawal', (text) => `${text}<p>Kontakt: {{email}}</p>`),
  ],
  [
    '16',
    'the pages are not linked',
    'page_privacy',
    /No page of the shop links to it/,
    footer((items) => items.filter(({ title }) => !/prywatno|privacy/i.test(title))),
  ],
  [
    '16',
    'the terms name a way to pay that is not offered',
    'page_faults',
    /płatności przy odbiorze/,
    all(
      filter('store/available_payments', (ids: readonly string[]) => ids.filter((id) => id !== 'cod')),
      page('terms', (text) => `${text}<p>Płatność za pobraniem.</p>`),
    ),
  ],
  [
    '17',
    'a second page has the title of the terms',
    'page_copies',
    /second page has the title “Regulamin sklepu”/,
    copyOf('Regulamin sklepu'),
  ],
  [
    '18',
    'the way to report is not linked',
    'form_report',
    /has no link/,
    footer((items) => items.filter(({ url }) => !url.includes('/report/'))),
  ],
  [
    '19',
    'one product has no maker',
    'safety',
    /\d of 8 products have complete details|7 of 8/,
    product({ fields: {} }),
  ],
  [
    '19',
    'product pages leave the maker out',
    'safety',
    /doesn’t show the manufacturer/,
    productPages((html) => html.replace(/<section class="legal-info__safety"[\s\S]*?<\/section>/, '')),
  ],
  [
    '20',
    'an invoice is no longer the one that was issued',
    'invoices',
    /differs from the document that was issued/,
    pastTheShop('compliance_invoices', {}, ({ xml }) => ({ xml: String(xml).replace('Plate', 'Plates') })),
  ],
  [
    '20',
    'an invoice does not come to what its order does',
    'invoices',
    /has a different total than its order/,
    pastTheShop('store_orders', {}, ({ total }) => ({ total: Number(total) + 1 })),
  ],
  ['21', 'a product claims to be ecological', 'green_claims', /Mug eko/, product({ name: 'Mug eko' }), 'advice'],
  [
    '22',
    'the checkout leaves the official notice out',
    'guarantee_notice',
    /\/checkout\/ .*doesn’t show the official notice/,
    boxes((html) => html.replace(/<img[^>]*>/g, '')),
  ],
  [
    '22',
    'a stylesheet hides the official notice',
    'guarantee_notice',
    /doesn’t show the official notice/,
    style('.official-notice { visibility: hidden }'),
  ],
  ['22', 'the file of the notice is another one', 'guarantee_notice', /missing or has been changed/, otherNotice],
  [
    '22',
    'the producer’s label is not beside its product',
    'guarantee_notice',
    /\/product\/clock\/ .*producer’s label/,
    productPages((html) => html.replace(/<img[^>]*>/g, '')),
  ],
  [
    '23',
    'a page leads to the closed platform',
    'odr',
    /still links/,
    page('terms', (text) => `${text}<p><a href="https://ec.europa.eu/consumers/odr/">ODR</a></p>`),
  ],
  [
    '23',
    'the footer leads to the closed platform',
    'odr',
    /still links/,
    footer((items) => [...items, { title: 'ODR', url: 'https://ec.europa.eu/odr' }]),
  ],
  [
    '24',
    'the button has the words of a payment provider',
    'button',
    /Kontynuuj z PayPal/,
    filter('store/order_button_text', () => 'Kontynuuj z PayPal'),
  ],
  ['24', 'the button says Kup', 'button', /“Kup”/, filter('store/order_button_text', () => 'Kup')],
  [
    '24',
    'a way to pay puts a button of its own beside it',
    'button',
    /Kontynuuj z PayPal/,
    boxes((html) => `${html}<button name="paypal" value="1">Kontynuuj z PayPal</button>`),
  ],
  [
    '24',
    'nobody says what tax and delivery cost',
    'price_notice',
    /doesn’t state: .*delivery costs/,
    productPages((html) => html.replace(/<p class="legal-info__price">.*?<\/p>/, '')),
  ],
  [
    '24',
    'neither the page of contact nor the footer says who sells',
    'seller',
    /doesn’t state: name, address/,
    all(
      filter('plinth/owner_details', () => []),
      filter('plinth/footer_html', () => ''),
    ),
  ],
  [
    '24',
    'the page of contact is not linked',
    'seller',
    /no link to the contact page/,
    theme('lone', { 'layouts/site.hbs': BARE }),
  ],
  [
    '24',
    'the letter of an order brings no terms',
    'attachments',
    /is missing: terms and conditions/,
    filter('store/mail_attachments', () => []),
  ],
  [
    '24',
    'a plugin takes the customer from the order email',
    'attachments',
    /removes the customer from the recipients/,
    filter('store/mail_recipients', () => []),
  ],
  [
    '07',
    'the mail server does not take a receipt',
    'form_withdrawal',
    /1 confirmation of a withdrawal has not been sent/,
    pastTheShop('compliance_declarations', { email: 'jan@example.test' }, () => ({ receipt_status: 'failed' })),
  ],
  [
    '24',
    'second-hand goods are not called so',
    'condition',
    /\/product\/sofa\/ .*second-hand/,
    style('.product__condition, .legal-info__condition { display: none }'),
  ],
  [
    '25',
    'a row of the table of acts lost its article',
    'laws',
    /“safety” is missing: article/,
    option(LAW_OPTION, { safety: { article: '' } }),
  ],
  [
    '25',
    'nobody compared a row for years',
    'laws',
    /“safety” was last compared .* 2020-01-01/,
    option(LAW_OPTION, { safety: { verified: '2020-01-01' } }),
    'advice',
  ],
  [
    '26',
    'the search finds nothing',
    'search',
    /doesn’t find the product/,
    filter('shop/rest/search_response', (response: object) => ({ ...response, results: [], total: 0 })),
  ],
  [
    '26',
    'a percent sign finds everything',
    'search',
    /“%” finds all products/,
    filter('shop/rest/search_response', (response: { query: string; results: object[] }) =>
      response.query === '%' ? { ...response, total: 8 } : response,
    ),
  ],
  [
    '27',
    'what was switched off is still linked',
    'switched_off',
    /still shows the report form/,
    all(switchedOff('dsa_enabled'), ({ url, ...shop }) =>
      footer((items) => [...items, { title: 'Report', url: `${url}/report/` }])({ url, ...shop }),
    ),
  ],
  [
    '28',
    'consents are not erased with a person',
    'personal_data',
    /Missing from the erasure: compliance/,
    filter('wp_privacy_personal_data_erasers', ({ compliance: _removed, ...others }: Record<string, object>) => others),
  ],
  [
    '28',
    'the export holds less than is kept',
    'personal_data',
    /doesn’t contain all/,
    filter('wp_privacy_personal_data_exporters', (known: Record<string, object>) => ({
      ...known,
      compliance: { ...known.compliance, callback: () => ({ data: [], done: true }) },
    })),
  ],
  [
    '29',
    'an importer stores what the settings refuse',
    'settings',
    /withdrawal_days: Must be between 14 and 365/,
    stored('withdrawal_days', '3'),
  ],
  [
    '29',
    'a setting is stored that nobody knows',
    'settings',
    /omnibus_day: Unknown setting/,
    stored('omnibus_day', '30'),
  ],
  [
    '30',
    'errors have a shape of their own',
    'rest',
    /returns errors in a different format/,
    filter('rest_post_dispatch', (response: { status: number; data: unknown }) =>
      response.status >= 400 ? Object.assign(response, { data: { error: 'no' } }) : response,
    ),
  ],
];

/** Maximum number of breaks per scan; each is detected by a different check. */
const MAX_TOGETHER = 8;
const GROUPS: Row[][] = [];
for (const row of BREAKS) {
  const group = GROUPS.find(
    (known) =>
      known.length < MAX_TOGETHER && known.every((other) => other[2] !== row[2] && standTogether(other[4], row[4])),
  );
  if (group) group.push(row);
  else GROUPS.push([row]);
}
/** Groups of breaks per scan; single breaks in `npm run test:sweep`. */
const TEST_GROUPS: readonly (readonly Row[])[] = SWEEP ? BREAKS.map((row) => [row]) : GROUPS;

const NUMBERS = Array.from({ length: 30 }, (_none, at) => String(at + 1).padStart(2, '0'));

it('contains a break for each of the thirty law rules', () => {
  expect([...new Set(BREAKS.map(([law]) => law))]).toEqual(NUMBERS);
});

describe.each(defaultEngines)('compliance checks under deliberate breaks on %s', (engine) => {
  let server: MailServer;
  let shop: RealShop;
  let owner: Browser;
  /** Results shown on the owner's dashboard. */
  const runChecks = async (): Promise<{ opened_pages: boolean; checks: CheckResult[] }> => {
    const { status, text } = await owner.get('/wp-admin/admin.php?page=compliance&export=json');
    if (status !== 200)
      throw new Error(
        `The dashboard answered with ${status}: ${text
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .slice(0, 500)}`,
      );
    return JSON.parse(text) as { opened_pages: boolean; checks: CheckResult[] };
  };
  const notMet = async (): Promise<(readonly string[])[]> =>
    (await runChecks()).checks
      .filter(({ state }) => state !== 'good' && state !== 'confirmed')
      .map(({ id, state, description: finding, places }) => [id, state, finding, ...places]);

  beforeAll(async () => {
    server = await openMailServer({});
    shop = await bootRealShop(engine, { uncached: true, smtpUrl: server.url });
    await furnish(shop);
    await publishOtherPages(shop);
    owner = await shop.admin();
    await confirmRequirement(owner, 'guarantee_notice');
  });
  afterAll(async () => {
    await shop.close();
    await server.close();
  });

  it('law 24 reports every check as seen or confirmed on an intact shop', async () => {
    expect([(await runChecks()).opened_pages, await notMet()]).toEqual([true, []]);
  });

  it.each(
    TEST_GROUPS.map((rows) => [rows.map(([law, what]) => `law ${law} breaks red: ${what}`).join('; '), rows] as const),
  )('%s', async (_what, rows) => {
    const undo = await all(...rows.map(([, , , , brk]) => brk))(shop);
    try {
      const { checks } = await runChecks();
      for (const [law, what, check, expectedFinding, , state = 'missing'] of rows) {
        const found = checks.find(({ id }) => id === check);
        expect([law, what, found?.state, [found?.description, ...(found?.places ?? [])].join('\n')]).toEqual([
          law,
          what,
          state,
          expect.stringMatching(expectedFinding),
        ]);
        expect(found?.recommendation).not.toBe('');
      }
    } finally {
      await undo();
    }
  });

  it('law 24 reports every check as seen or confirmed again after all breaks are undone', async () => {
    expect(await notMet()).toEqual([]);
  });
});
