import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPluginServices } from '../../../plugins/compliance/services.js';
import type { ProductInput } from '../../../plugins/store/products/product-input.js';
import type { RealShop } from '../real-shop.js';
import type { LegalPageType } from '../../../plugins/compliance/pages/page-type.js';
import { assertDefined } from '../../kit/assert-defined.js';

/** Breaks a legal requirement on the pages while the settings stay correct. Returns a function that undoes it. */
export type Break = (shop: RealShop) => (() => unknown) | Promise<() => unknown>;

/** Target of a break that changes so much that others could not be detected separately. */
const EVERYTHING = 'everything';
/** Names of what a break changes; two that change the same cannot be combined. */
const targets = new WeakMap<Break, readonly string[]>();
export const affecting = (target: string | readonly string[], brk: Break): Break => {
  targets.set(brk, [target].flat());
  return brk;
};

/** Whether two breaks can be applied together and still be detected separately. */
export const canCombine = (one: Break, other: Break): boolean => {
  const [ofOne, ofOther] = [targets.get(one) ?? [], targets.get(other) ?? []];
  return ![...ofOne, ...ofOther].includes(EVERYTHING) && !ofOne.some((target) => ofOther.includes(target));
};
/** Marks a break that changes so much that others could not be detected separately. */
export const alone = (brk: Break): Break => affecting(EVERYTHING, brk);

/** A plugin that changes the value of a filter, with a late priority. */
export const filter =
  (hook: string, change: (value: never, ...more: never[]) => unknown): Break =>
  ({ site }) => {
    site.hooks.addFilter(hook, change, 99, 3);
    return () => site.hooks.removeFilter(hook, change, 99);
  };

/** What styles change besides the elements they are about, by their selectors. */
const STYLED: readonly (readonly [target: string, pattern: RegExp])[] = [
  ['price lines', /\.omnibus|\.price\b|product__price|price__unit/],
  ['button', /checkout__(?:sum|buy)/],
  ['price notice', /legal-info__price/],
  ['footer', /footer|a\[href/],
  // The terms and other legal pages link to the forms, too.
  ['page terms', /a\[href/],
  ['page withdrawal', /a\[href/],
  [EVERYTHING, /\b(?:main|body)[^{}]*\{[^}]*background/],
  // Without headings, the sections of all legal pages are read differently.
  [EVERYTHING, /main h2/],
];

/** A style in the page's head. */
export const style = (css: string): Break =>
  affecting(
    STYLED.flatMap(([target, pattern]) => (pattern.test(css) ? [target] : [])),
    filter('wp_head', (head: string[]) => void head.push(`<style>${css}</style>`)),
  );

/** A legal page edited by the owner or an attacker. */
export const page = (type: LegalPageType, change: (content: string) => string): Break =>
  affecting(`page ${type}`, async (shop) => {
    const db = shop.site.db();
    const found = await db('compliance_legal_pages').where({ type }).first('page_id');
    if (!found) throw new Error(`There is no page ${type}.`);
    const { page_id: id } = found;
    const before = (await shop.inContext(() => shop.site.content.getPost(id)))?.post_content ?? '';
    const write = (content: string): Promise<unknown> =>
      shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_content: content }));
    await write(change(before));
    return () => write(before);
  });

/** A separate page with outdated content of a legal page. */
export const copyOf =
  (title: string): Break =>
  async ({ site, inContext }) => {
    const id = Number(
      await inContext(() =>
        site.content.wpInsertPost({
          post_type: 'page',
          post_status: 'publish',
          post_title: title,
          post_content: '<p>Wersja z zeszłego roku.</p>',
          post_author: 1,
        }),
      ),
    );
    return () => inContext(() => site.content.wpDeletePost(id, true));
  };

export const product = (change: Partial<ProductInput>, sku = 'MUG'): Break =>
  affecting(`product ${sku}`, async (shop) => {
    const { id } = await shop.site.db()('store_products').where({ sku }).first<{ id: number }>('id');
    const original = assertDefined((await shop.inContext(() => shop.parts.products.get(id))) ?? undefined);
    await shop.save({ ...original, ...change });
    return () => shop.save(original);
  });

/** A direct write to the database. Restores the columns when undone. */
export const writeToDatabase =
  (table: string, where: object, change: (row: Record<string, unknown>) => Record<string, unknown>): Break =>
  async ({ site }) => {
    const rows = () => site.db()<Record<string, unknown>>(table).where(where);
    const before = (await rows().first()) ?? {};
    const changed = change(before);
    await rows().update(changed);
    return () => rows().update(Object.fromEntries(Object.keys(changed).map((column) => [column, before[column]])));
  };

export const stored =
  (name: string, value: string): Break =>
  async ({ site }) => {
    await site.db()('compliance_settings').insert({ name, value });
    return () => site.db()('compliance_settings').where({ name }).delete();
  };

export const option =
  (name: string, value: unknown): Break =>
  async ({ scope, inContext }) => {
    await inContext(() => scope.updateOption(name, value));
    return () => inContext(() => scope.deleteOption(name));
  };

/** A theme based on the default one, with some files replaced. */
export const theme = (id: string, files: Readonly<Record<string, string>>): Break =>
  affecting('theme', async ({ site, inContext }) => {
    for (const [path, text] of Object.entries({
      ...files,
      'theme.json': JSON.stringify({ name: id, version: '1.0.0', parent: 'default' }),
    })) {
      const file = join(site.config.dataDir, 'themes', id, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text);
    }
    await inContext(() => site.themes.switchTheme(id));
    return () => inContext(() => site.themes.switchTheme('default'));
  });

/** Combines breaks; they are undone in reverse order. */
export const all = (...breaks: readonly Break[]): Break => {
  const combined: Break = async (shop) => {
    const undo: (() => unknown)[] = [];
    const undoAll = async (): Promise<void> => {
      for (const back of undo) await back();
    };
    try {
      for (const one of breaks) undo.unshift(await one(shop));
    } catch (error) {
      await undoAll();
      throw error;
    }
    return undoAll;
  };
  targets.set(
    combined,
    breaks.flatMap((one) => targets.get(one) ?? []),
  );
  return combined;
};

export const switchedOff =
  (key: string): Break =>
  async (shop) => {
    await shop.rest('POST', '/shop/v1/settings/compliance', { [key]: false });
    return () => shop.rest('POST', '/shop/v1/settings/compliance', { [key]: true });
  };

/** A price that was valid for one minute, an hour before the sale started. */
export const moment =
  (sku: string, price: number): Break =>
  async ({ site }) => {
    const { id } = assertDefined<{ id: number }>(await site.db()('store_products').where({ sku }).first('id'));
    const found = await site.db()('compliance_prices').where({ product_id: id, on_sale: 1 }).first();
    if (!found) throw new Error(`The product ${sku} has no reduced price.`);
    const { id: _id, ...row } = found;
    const start = Date.parse(`${row.valid_from.replace(' ', 'T')}Z`);
    const at = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
    const priceRow = { ...row, price, on_sale: 0, valid_from: at(start - 3_600_000), valid_to: at(start - 3_540_000) };
    await site.db()('compliance_prices').insert(priceRow);
    return () =>
      site.db()('compliance_prices').where({ product_id: id, valid_from: priceRow.valid_from, price }).delete();
  };

/** Changes the file of an official notice after its upload. */
export const otherNotice: Break = async ({ scope, inContext }) => {
  const { notices } = createPluginServices(scope);
  const [notice] = await inContext(() => notices.list());
  const { file } = await scope.db()('compliance_notices').where({ locale: notice?.locale }).first<{
    file: string;
  }>('file');
  const before = readFileSync(file);
  writeFileSync(file, Buffer.concat([before, Buffer.from('x')]));
  return () => writeFileSync(file, before);
};
