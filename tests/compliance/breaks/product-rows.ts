import { all, alone, affecting, filter, writeToDatabase, product, style } from './breaking.js';
import type { Row } from './row.js';
import { footer, printed, prices, productPages, setting } from './shop-breaks.js';

const PRICE_ROWS: readonly Row[] = [
  [
    '',
    'the price is hidden on product pages',
    'prices',
    /doesn’t show the price/,
    style('.product__price { display: none }'),
  ],
  ['', 'all prices are hidden', 'prices', /doesn’t show the price/, alone(style('.price { display: none }'))],
  [
    '',
    'prices are shown without tax',
    'prices',
    /doesn’t show the price with tax/,
    alone(setting('storefront', 'tax_display_mode', 'netto')),
  ],
  [
    '',
    'unit prices are turned off',
    'prices',
    /doesn’t show the unit price/,
    setting('storefront', 'unit_price_enabled', false),
  ],
  ['', 'unit prices are hidden', 'prices', /doesn’t show the unit price/, style('.price__unit { display: none }')],
  [
    '',
    'unit prices are printed in 2 px',
    'prices',
    /doesn’t show the unit price/,
    style('.price__unit { font-size: 2px }'),
  ],
  [
    '',
    'the product page shows a lower price than the cart',
    'prices',
    /doesn’t show the price with tax that is charged/,
    prices((html, sku) => (sku === 'PLATE' ? html.replace(/100([.,])00/g, '79$100') : html), 'single'),
  ],
  [
    '',
    'the cart shows a higher price than the product page',
    'prices',
    /a different price of “Plate”/,
    prices((html, sku) => (sku === 'PLATE' ? html.replace(/100([.,])00/g, '469$100') : html), 'cart'),
  ],
  [
    '',
    'the lowest price is labeled only as a price',
    'lowest_price',
    /doesn’t say that the price is the lowest one of 30 days/,
    setting('storefront', 'omnibus_display_text', 'Cena: {price}'),
  ],
  [
    '',
    'the lowest price has no amount',
    'lowest_price',
    /without the lowest price/,
    prices((html) => html.replace(/(class="omnibus">[^<:]*:)[^<]*/, '$1 …')),
  ],
  [
    '',
    'the lowest price is shown without tax',
    'lowest_price',
    /different amount/,
    prices((html, sku) => (sku === 'MUG' ? html.replace(/(class="omnibus">[^<]*?)100([.,])00/, '$181$230') : html)),
  ],
  [
    '',
    'the tax notice is missing',
    'price_notice',
    /the tax included/,
    affecting(
      'price notice',
      productPages((html) =>
        html.replace(/<p class="legal-info__price">.*?<\/p>/, '<p>plus koszty dostawy, plus delivery costs</p>'),
      ),
    ),
  ],
  [
    '',
    'the notice on delivery costs is turned off',
    'price_notice',
    /delivery costs/,
    setting('storefront', 'shipping_notice_enabled', false),
  ],
  [
    '',
    'the price of the sofa is changed in the database',
    'price_record',
    /price of “Sofa” differs/,
    writeToDatabase('store_products', { sku: 'SOFA' }, () => ({ regular_price: 77_700 })),
  ],
  [
    '',
    'the newest price in the price history is changed',
    'price_record',
    /price of “Vase” differs/,
    writeToDatabase('compliance_prices', { product_id: 7 }, () => ({ price: 1 })),
  ],
  [
    '',
    'two prices in the price history overlap',
    'price_record',
    /overlap/,
    async ({ site }) => {
      const row = await site.db()('compliance_prices').where({ on_sale: 1 }).first();
      const { id: _id, ...values } = row ?? {};
      await site
        .db()('compliance_prices')
        .insert({ ...values, cause: 'test', price: 9999, valid_to: '2090-01-01 00:00:00' });
      return () => site.db()('compliance_prices').where({ cause: 'test' }).delete();
    },
  ],
  [
    '',
    'the price history contains a price that never applied',
    'price_record',
    /was added to the price history later than it applied/,
    async ({ site }) => {
      const row = await site.db()('compliance_prices').orderBy('id').first();
      const { id: _id, ...values } = row ?? {};
      await site
        .db()('compliance_prices')
        .insert({
          ...values,
          cause: 'test',
          price: 99_900,
          valid_from: '2025-01-01 00:00:00',
          valid_to: '2025-02-01 00:00:00',
        });
      return () => site.db()('compliance_prices').where({ cause: 'test' }).delete();
    },
  ],
  [
    '',
    'the lowest price of a variation is wrong',
    'lowest_price',
    /\/product\/shirt\/ .*different amount/,
    prices((html, sku) =>
      sku.startsWith('SHIRT') ? html.replace(/(class="omnibus">[^<]*?)\d+([.,])00/, '$1999$200') : html,
    ),
  ],
];

/** What extensions print that contradicts the prices of the shop. */
const OTHER_PRICE_ROWS: readonly Row[] = [
  [
    '',
    'lists show a lower price than the product page',
    'prices',
    /\/shop\/ .*shows a different price of “Plate”/,
    prices((html, sku) => (sku === 'PLATE' ? html.replace(/100([.,])00/g, '79$100') : html), 'listing'),
  ],
  [
    '',
    'unit prices are wrong',
    'prices',
    /\/product\/plate\/ .*doesn’t show the unit price/,
    prices((html) => html.replace(/(class="price__unit">\D*)\d+/, '$11')),
  ],
  [
    '',
    'a plugin crosses out a price of its own',
    'lowest_price',
    /\/product\/plate\/ .*without the lowest price/,
    productPages((html) => `<p class="was"><s>199,00 zł</s></p>${html}`),
  ],
  [
    '',
    'product pages send visitors on',
    'prices',
    /Couldn’t open: \/product\//,
    alone(productPages((html) => `<meta http-equiv="refresh" content="0; url=/">${html}`)),
    'unconfirmed',
  ],
];

const PERCENT_ROWS: readonly Row[] = [
  'taniej o 50%',
  '50% taniej',
  'rabat 50%',
  'zniżka: 50 %',
  '−50%',
  '50% less',
  'Save 50%',
  '50% discount',
  'obniżka o 50%',
].map((text): Row => [
  '',
  `product pages say “${text}”`,
  'percent',
  /shows a discount of 50%/,
  productPages((html) => `<p class="badge">${text}</p>${html}`),
]);

const target = (text: string, seen: RegExp, sku: string): Row => [
  '',
  `a product targets “${text}”`,
  'green_claims',
  seen,
  product({ shortDescription: text }, sku),
  'advice',
];
const CLAIM_ROWS: readonly Row[] = [
  target('Zielony wybór dla planety', /zielony wybor/, 'PLATE'),
  target('100 % naturalny', /natural/, 'SOFA'),
  target('Najniższy ślad węglowy', /slad weglow/, 'VASE'),
  target('Trwały na całe życie', /trwaly na cale/, 'CLOCK'),
  target('Produkt neutralny klimatycznie', /neutralny/, 'EBOOK'),
  target('Opakowanie z recyklingu', /recykl/, 'PLATE'),
  target('Biodegradowalna glazura', /biodegrad/, 'SOFA'),
  target('Eco-friendly glaze', /eco/, 'VASE'),
  target('Good for the planet', /good for the planet/, 'CLOCK'),
  target('Przyjazny dla środowiska', /przyjazn/, 'EBOOK'),
  [
    '',
    'a plugin prints a target on product pages',
    'green_claims',
    /\/product\/plate\/.*ekologiczn/s,
    productPages((html) => `<p>Wybierasz ekologiczne opakowanie.</p>${html}`),
    'advice',
  ],
  [
    '',
    'a menu calls the shop ecological',
    'green_claims',
    /ekologiczn/,
    footer((items) => [...items, { title: 'Najbardziej ekologiczny sklep', url: '/shop/' }]),
    'advice',
  ],
  [
    '',
    'a plugin prints a target in the checkout',
    'green_claims',
    /\/checkout\/.*klimat/s,
    filter('store/form_fields', (html: string) => `${html}<p>Dostawa neutralna dla klimatu</p>`),
    'advice',
  ],
];

const SAFETY_ROWS: readonly Row[] = [
  [
    '',
    'a product has no name of its manufacturer',
    'safety',
    /Sofa/,
    product(
      { fields: { gpsr_manufacturer_contact: 'Szklana 2, 00-002 Warszawa, huta@example.test', condition: 'used' } },
      'SOFA',
    ),
  ],
  [
    '',
    'a product has no address of its manufacturer',
    'safety',
    /Vase/,
    product({ fields: { gpsr_manufacturer: 'Huta Próbna', withdrawal_exception: '3' } }, 'VASE'),
  ],
  [
    '',
    'a manufacturer has no email address',
    'safety',
    /Plate/,
    product(
      { fields: { gpsr_manufacturer: 'Huta Próbna', gpsr_manufacturer_contact: 'Szklana 2, 00-002 Warszawa' } },
      'PLATE',
    ),
  ],
  [
    '',
    'a manufacturer outside the EU has no responsible person',
    'safety',
    /Plate/,
    product(
      {
        fields: {
          gpsr_manufacturer: 'Works',
          gpsr_manufacturer_contact: '1 Road, Shenzhen, works@example.test',
          gpsr_manufacturer_country: 'CN',
        },
      },
      'PLATE',
    ),
  ],
  [
    '',
    'a manufacturer in China has no country',
    'safety',
    /Plate/,
    product(
      {
        fields: {
          gpsr_manufacturer: 'Works',
          gpsr_manufacturer_contact: 'No. 5 Factory Road, Shenzhen, China, works@example.test',
        },
      },
      'PLATE',
    ),
  ],
  [
    '',
    'the address of a manufacturer is a dash',
    'safety',
    /Plate/,
    product(
      { fields: { gpsr_manufacturer: 'Huta Próbna', gpsr_manufacturer_contact: '-, huta@example.test' } },
      'PLATE',
    ),
  ],
  [
    '',
    'a different manufacturer is shown',
    'safety',
    /doesn’t show the manufacturer/,
    productPages((html) => html.replace('Huta Próbna', 'Inna Huta')),
  ],
  [
    '',
    'exceptions are hidden in the checkout',
    'exceptions',
    /\/checkout\/ .*excluded/,
    style('.checkout .withdrawal-exception { display: none }'),
  ],
  [
    '',
    'exceptions are in English only',
    'exceptions',
    /\/product\/vase\/ .*in Polish/,
    productPages((html) => html.replace(/(<span class="withdrawal-exception">)[^<]*/g, '$1No withdrawal.')),
  ],
  [
    '',
    'the structured data describes used goods as new',
    'condition',
    /different product condition/,
    all(printed('<script type="application/ld+json">{"itemCondition":"https://schema.org/NewCondition"}</script>')),
  ],
];

const TRACKER_ROWS: readonly Row[] = [
  [
    '',
    'a page loads a Facebook pixel',
    'trackers',
    /facebook\.com/,
    printed('<img src="https://www.facebook.com/tr?id=1&ev=PageView" alt="">'),
  ],
  [
    '',
    'a page loads Google Analytics',
    'trackers',
    /googletagmanager\.com/,
    printed('<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>'),
  ],
  [
    '',
    'a page calls a tracker',
    'trackers',
    /gtag\(/,
    printed("<script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('config','G-1')</script>"),
  ],
  [
    '',
    'a page loads Hotjar',
    'trackers',
    /hotjar\.com/,
    printed('<script src="https://static.hotjar.com/c/hotjar-1.js"></script>'),
  ],
  [
    '',
    'a page embeds a DoubleClick frame',
    'trackers',
    /doubleclick\.net/,
    printed('<iframe src="https://td.doubleclick.net/td/rul/1"></iframe>'),
  ],
  [
    '',
    'a page loads a font from another site',
    'trackers',
    /fonts\.googleapis\.com/,
    printed('<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Roboto">'),
    'unconfirmed',
  ],
  [
    '',
    'a stylesheet loads a Facebook pixel',
    'trackers',
    /The shop uses a tracker .*facebook\.com/,
    style('body::after { content: url("https://www.facebook.com/tr?id=1") }'),
  ],
  [
    '',
    'a style attribute loads a Facebook pixel',
    'trackers',
    /\/product\/plate\/ .*facebook\.com/,
    productPages((html) => `<p style="background: url('https://www.facebook.com/tr?id=2')"></p>${html}`),
  ],
  [
    '',
    'a stylesheet imports a font from another site',
    'trackers',
    /fonts\.googleapis\.com/,
    style('@import url("https://fonts.googleapis.com/css?family=Roboto");'),
    'unconfirmed',
  ],
  [
    '',
    'pages set a tracking cookie',
    'trackers',
    /the cookie “_ga”/,
    filter('wp_headers', (headers: object) => ({ ...headers, 'Set-Cookie': '_ga=GA1.1.1; Path=/; Max-Age=63072000' })),
  ],
  [
    '',
    'a script sets a cookie',
    'trackers',
    /a cookie set by a script/,
    printed('<script>document.cookie = "uid=1; max-age=31536000"</script>'),
    'unconfirmed',
  ],
];

export const PRODUCT_ROWS: readonly Row[] = [
  ...PRICE_ROWS,
  ...OTHER_PRICE_ROWS,
  ...PERCENT_ROWS,
  ...CLAIM_ROWS,
  ...SAFETY_ROWS,
  ...TRACKER_ROWS,
];
