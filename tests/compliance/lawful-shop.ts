import { createPluginServices } from '../../plugins/compliance/services.js';
import { getCompany } from '../../plugins/compliance/pages/generator.js';
import { type LegalPageType, PAGE_LOCALES } from '../../plugins/compliance/pages/page-type.js';
import type { ProductInput } from '../../plugins/store/products/product-input.js';
import { PRODUCT, VARIATION } from '../store/shop-site.js';
import type { Browser } from '../store/shopper.js';
import { image } from './small-image.js';
import { type RealShop, checkedBoxes } from './real-shop.js';
import type { ShopSite } from './shop.js';
import { assertDefined } from '../kit/assert-defined.js';

/** Complete legal data of a seller. */
export const SELLER = {
  company_name: 'Firma Próbna',
  company_address: 'Prosta 1, 00-001 Warszawa',
  company_email: 'sklep@example.test',
  company_phone: '+48 22 000 00 00',
  company_nip: '526-104-08-28',
} as const;

const SALES: Readonly<Record<string, number | null>> = { MUG: 8000 };
const MAKER = {
  gpsr_manufacturer: 'Huta Próbna',
  gpsr_manufacturer_contact: 'Szklana 2, 00-002 Warszawa, huta@example.test',
  gpsr_manufacturer_country: 'PL',
} as const;
/** Before all reductions of the tests. */
const LONG_AGO = '2026-01-01 00:00:00';

/** A product with complete manufacturer data. The mug is on sale unless `sale` says otherwise. */
export function compliantProduct(sku: string, sale: number | null = SALES[sku] ?? null): Partial<ProductInput> {
  const name = `${sku.slice(0, 1)}${sku.slice(1).toLowerCase()}`;
  return {
    ...PRODUCT,
    name,
    sku,
    price: { regular: 10_000, sale, saleFrom: null, saleTo: null },
    fields: { ...MAKER },
    // Sold by measure.
    ...(sku === 'PLATE' ? { unit: 'kg', unitContent: 500 } : {}),
  };
}

/** Generates and publishes the required legal pages. */
export async function publishLegalPages(shop: ShopSite | RealShop): Promise<void> {
  for (const type of ['terms', 'privacy', 'withdrawal']) {
    const { body } = await shop.rest('POST', '/shop/v1/legal-pages/generate', {
      type,
      company_name: SELLER.company_name,
      company_address: SELLER.company_address,
      email: SELLER.company_email,
      phone: SELLER.company_phone,
      nip: SELLER.company_nip,
    });
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id: body.page_id as number, post_status: 'publish' }));
  }
}

const OTHER_TYPES = ['returns', 'complaints', 'delivery', 'accessibility', 'dsa_report', 'dsa_reasons'] as const;

/** Generates and publishes legal pages in each language; by default those that `publishLegalPages` omits. */
export async function publishOtherPages(shop: RealShop, types: readonly LegalPageType[] = OTHER_TYPES): Promise<void> {
  const { generator, pages, settings } = createPluginServices(shop.scope);
  await shop.inContext(async () => {
    const company = getCompany(await settings.values());
    for (const type of types)
      for (const locale of PAGE_LOCALES) {
        const { page } = await pages.generate(type, await generator(type, company, locale), { locale });
        await shop.site.content.wpUpdatePost({ id: page.post.id, post_status: 'publish' });
      }
  });
}

const OVERVIEW = '/wp-admin/admin.php?page=compliance';
const MAX_ATTEMPTS = 10;

/** Opens the overview screen, which scans the shop. On a busy machine, this can exceed the time that a plugin has for a page. */
export async function openOverview(owner: Browser, query = ''): ReturnType<Browser['get']> {
  let page = await owner.get(OVERVIEW + query);
  for (let attempt = 1; page.status === 503 && attempt < MAX_ATTEMPTS; attempt++)
    page = await owner.get(OVERVIEW + query);
  return page;
}

/** Confirms on the overview screen what a check requires to be confirmed manually. */
export async function confirmRequirement(owner: Browser, checkId: string): Promise<void> {
  await openOverview(owner);
  await owner.submit({ confirm: checkId }, {}, 'confirm');
}

/** Uploads an image as the official notice in each language. @returns its URL */
export async function saveNotices(shop: RealShop): Promise<string> {
  const { notices } = createPluginServices(shop.scope);
  const problems = await shop.inContext(async () =>
    Promise.all(PAGE_LOCALES.map((locale) => notices.save(locale, `notice-${locale}.png`, image()))),
  );
  if (problems.some((problem) => problem !== '')) throw new Error(problems.join());
  return (await shop.inContext(() => notices.list()))[0]?.url ?? '';
}

/** Adds one product of each kind that pages treat differently. @param label URL of a durability label */
export async function stockShelves(shop: RealShop, label: string): Promise<void> {
  const { taxonomies } = shop.parts;
  const [red, blue] = await shop.inContext(async () => {
    await taxonomies.ensureTaxonomy({ name: 'pa_color', label: 'Color', kind: 'attribute', hierarchical: false });
    return [
      await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red' }),
      await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue' }),
    ];
  });
  const fields = (more: Readonly<Record<string, string | boolean>>) => ({ fields: { ...MAKER, ...more } });
  const shirt = {
    ...compliantProduct('SHIRT'),
    price: null,
    variations: [
      { ...VARIATION, sku: 'SHIRT-R', termIds: [red] },
      { ...VARIATION, sku: 'SHIRT-B', termIds: [blue] },
    ],
  };
  const pears = { ...compliantProduct('PEARS'), ...fields({ perishable: true }) };
  const ids: Record<string, number> = {};
  for (const product of [compliantProduct('MUG', null), compliantProduct('PLATE'), shirt, pears])
    ids[product.sku ?? ''] = await shop.save(product);
  await shop.save({ ...compliantProduct('EBOOK'), kind: 'digital' });
  await shop.save({ ...compliantProduct('SOFA'), ...fields({ condition: 'used' }) });
  await shop.save({ ...compliantProduct('VASE'), ...fields({ withdrawal_exception: '3' }) });
  await shop.save({ ...compliantProduct('CLOCK'), ...fields({ durability_years: '5', durability_label: label }) });
  await shop.site.db()('compliance_prices').update({ valid_from: LONG_AGO });
  await shop.save({ ...compliantProduct('MUG'), id: ids.MUG });
  const versions = (await shop.inContext(() => shop.parts.products.get(assertDefined(ids.SHIRT))))?.variations ?? [];
  await shop.save({
    ...shirt,
    id: ids.SHIRT,
    variations: versions.map((version, index) =>
      index === 0 ? { ...version, price: { regular: 5000, sale: 4000, saleFrom: null, saleTo: null } } : version,
    ),
  });
  // Two price reductions: for perishable products, the price before the first one counts.
  for (const sale of [9000, 8000])
    await shop.save({ ...pears, id: ids.PEARS, price: { regular: 10_000, sale, saleFrom: null, saleTo: null } });
}

/** A fully compliant shop with a withdrawal, a consent that needs proof and an invoice. */
export async function furnish(shop: RealShop): Promise<void> {
  for (const [group, changes] of [
    ['general', SELLER],
    ['compliance', { ksef_enabled: true }],
    ['checkout', { marketing_checkbox_enabled: true }],
  ] as const) {
    if ((await shop.rest('POST', `/shop/v1/settings/${group}`, changes)).status !== 200) throw new Error(group);
  }
  await publishLegalPages(shop);
  await stockShelves(shop, await saveNotices(shop));
  const { id: plate } = await shop.site.db()('store_products').where({ sku: 'PLATE' }).first<{ id: number }>('id');
  const buyer = await shop.atCheckout(plate);
  await shop.order(buyer, {
    ...checkedBoxes(buyer.last?.text ?? ''),
    want_invoice: '1',
    billing_company: 'Firma Kupująca',
    billing_nip: '525-22-48-481',
  });
  const { id: order } = await shop.site.db()('store_orders').first<{ id: number }>('id');
  const owner = await shop.admin();
  await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${order}`);
  await owner.submit({ do: 'issue' }, {}, 'order');
  const { declarations } = createPluginServices(shop.scope);
  await shop.inContext(() =>
    declarations.add(
      {
        kind: 'withdrawal',
        email: 'jan@example.test',
        orderId: 0,
        fields: { name: 'Jan', order: '1', email: 'jan@example.test' },
        locale: 'pl_PL',
        flag: '',
      },
      async () => {},
    ),
  );
}
