import { all, alone, claiming, filter, pastTheShop, product, style } from './breaking.js';
import type { Row } from './row.js';
import { printed, prices, productPages, setting } from './shop-breaks.js';

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
    'unit prices are switched off',
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
    'the lowest price is only called a price',
    'lowest_price',
    /doesn’t say that the price is the lowest one of 30 days/,
    setting('storefront', 'omnibus_display_text', 'Cena: {price}'),
  ],
  [
    '',
    'the line has no amount',
    'lowest_price',
    /without the lowest price/,
    prices((html) => html.replace(/(class="omnibus">[^<:]*:)[^<]*/, '$1 …')),
  ],
  [
    '',
    'the line names a price without tax',
    'lowest_price',
    /different amount/,
    prices((html, sku) => (sku === 'MUG' ? html.replace(/(class="omnibus">[^<]*?)100([.,])00/, '$181$230') : html)),
  ],
  [
    '',
    'the notice on tax is gone',
    'price_notice',
    /the tax included/,
    claiming(
      'price notice',
      productPages((html) =>
        html.replace(/<p class="legal-info__price">.*?<\/p>/, '<p>plus koszty dostawy, plus delivery costs</p>'),
      ),
    ),
  ],
  [
    '',
    'the notice on delivery costs is switched off',
    'price_notice',
    /delivery costs/,
    setting('storefront', 'shipping_notice_enabled', false),
  ],
  [
    '',
    'a price is changed in the database',
    'price_record',
    /price of “Sofa” differs/,
    pastTheShop('store_products', { sku: 'SOFA' }, () => ({ regular_price: 77_700 })),
  ],
  [
    '',
    'the newest price of the history is another',
    'price_record',
    /price of “Vase” differs/,
    pastTheShop('compliance_prices', { product_id: 7 }, () => ({ price: 1 })),
  ],
  [
    '',
    'two prices of the history overlap',
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
    'a price that never applied is in the history',
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
    'a version’s lowest price is false',
    'lowest_price',
    /\/product\/shirt\/ .*different amount/,
    prices((html, sku) =>
      sku.startsWith('SHIRT') ? html.replace(/(class="omnibus">[^<]*?)\d+([.,])00/, '$1999$200') : html,
    ),
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

const claim = (text: string, seen: RegExp, sku: string): Row => [
  '',
  `a product claims “${text}”`,
  'green_claims',
  seen,
  product({ shortDescription: text }, sku),
  'advice',
];
const CLAIM_ROWS: readonly Row[] = [
  claim('Zielony wybór dla planety', /zielony wybor/, 'PLATE'),
  claim('100 % naturalny', /natural/, 'SOFA'),
  claim('Najniższy ślad węglowy', /slad weglow/, 'VASE'),
  claim('Trwały na całe życie', /trwaly na cale/, 'CLOCK'),
  claim('Produkt neutralny klimatycznie', /neutralny/, 'EBOOK'),
  claim('Opakowanie z recyklingu', /recykl/, 'PLATE'),
  claim('Biodegradowalna glazura', /biodegrad/, 'SOFA'),
  claim('Eco-friendly glaze', /eco/, 'VASE'),
  claim('Good for the planet', /good for the planet/, 'CLOCK'),
  claim('Przyjazny dla środowiska', /przyjazn/, 'EBOOK'),
  [
    '',
    'a plugin prints a claim on product pages',
    'green_claims',
    /\/product\/plate\/.*ekologiczn/s,
    productPages((html) => `<p>Wybierasz ekologiczne opakowanie.</p>${html}`),
    'advice',
  ],
  [
    '',
    'a plugin prints a claim at the checkout',
    'green_claims',
    /\/checkout\/.*klimat/s,
    filter('store/form_fields', (html: string) => `${html}<p>Dostawa neutralna dla klimatu</p>`),
    'advice',
  ],
];

const SAFETY_ROWS: readonly Row[] = [
  [
    '',
    'a product has no name of its maker',
    'safety',
    /Sofa/,
    product(
      { fields: { gpsr_manufacturer_contact: 'Szklana 2, 00-002 Warszawa, huta@example.test', condition: 'used' } },
      'SOFA',
    ),
  ],
  [
    '',
    'a product has no address of its maker',
    'safety',
    /Vase/,
    product({ fields: { gpsr_manufacturer: 'Huta Próbna', withdrawal_exception: '3' } }, 'VASE'),
  ],
  [
    '',
    'a maker has no email address',
    'safety',
    /Plate/,
    product(
      { fields: { gpsr_manufacturer: 'Huta Próbna', gpsr_manufacturer_contact: 'Szklana 2, 00-002 Warszawa' } },
      'PLATE',
    ),
  ],
  [
    '',
    'a maker outside the EU has no responsible person',
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
    'a maker in China has no country',
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
    'a maker’s address is a dash',
    'safety',
    /Plate/,
    product(
      { fields: { gpsr_manufacturer: 'Huta Próbna', gpsr_manufacturer_contact: '-, huta@example.test' } },
      'PLATE',
    ),
  ],
  [
    '',
    'another maker is shown',
    'safety',
    /doesn’t show the manufacturer/,
    productPages((html) => html.replace('Huta Próbna', 'Inna Huta')),
  ],
  [
    '',
    'exceptions are hidden at the checkout',
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
    'search engines are told that used goods are new',
    'condition',
    /different product condition/,
    all(printed('<script type="application/ld+json">{"itemCondition":"https://schema.org/NewCondition"}</script>')),
  ],
];

const TRACKER_ROWS: readonly Row[] = [
  [
    '',
    'a pixel of Facebook',
    'trackers',
    /facebook\.com/,
    printed('<img src="https://www.facebook.com/tr?id=1&ev=PageView" alt="">'),
  ],
  [
    '',
    'Google Analytics',
    'trackers',
    /googletagmanager\.com/,
    printed('<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>'),
  ],
  [
    '',
    'a call of a tracker',
    'trackers',
    /gtag\(/,
    printed("<script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('config','G-1')</script>"),
  ],
  ['', 'Hotjar', 'trackers', /hotjar\.com/, printed('<script src="https://static.hotjar.com/c/hotjar-1.js"></script>')],
  [
    '',
    'a frame of DoubleClick',
    'trackers',
    /doubleclick\.net/,
    printed('<iframe src="https://td.doubleclick.net/td/rul/1"></iframe>'),
  ],
  [
    '',
    'a font of another site',
    'trackers',
    /fonts\.googleapis\.com/,
    printed('<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Roboto">'),
    'unconfirmed',
  ],
];

export const PRODUCT_ROWS: readonly Row[] = [
  ...PRICE_ROWS,
  ...PERCENT_ROWS,
  ...CLAIM_ROWS,
  ...SAFETY_ROWS,
  ...TRACKER_ROWS,
];
