import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPluginServices } from '../../../plugins/compliance/services.js';
import type { ProductInput } from '../../../plugins/store/products/product-input.js';
import type { RealShop } from '../real-shop.js';
import type { LegalPageType } from '../../../plugins/compliance/pages/page-type.js';
import { assertDefined } from '../../kit/assert-defined.js';

/** What takes a duty off the pages while every setting is right, and how it is undone. */
export type Break = (shop: RealShop) => (() => unknown) | Promise<() => unknown>;

/** What a break takes for itself alone: two that write the same do not stand beside each other. */
const claims = new WeakMap<Break, readonly string[]>();
export const claiming = (claim: string, brk: Break): Break => {
  claims.set(brk, [claim]);
  return brk;
};

/** Whether two can be made at once, each still being seen for itself. */
export const standTogether = (one: Break, other: Break): boolean => {
  const [ofOne, ofOther] = [claims.get(one) ?? [], claims.get(other) ?? []];
  return ![...ofOne, ...ofOther].includes(EVERYTHING) && !ofOne.some((claim) => ofOther.includes(claim));
};
const EVERYTHING = 'everything';
/** A break that changes so much that others beside it could not be told apart. */
export const alone = (brk: Break): Break => claiming(EVERYTHING, brk);

/** An extension that changes what a hook gives, last of all. */
export const filter =
  (hook: string, change: (value: never, ...more: never[]) => unknown): Break =>
  ({ site }) => {
    site.hooks.addFilter(hook, change, 99, 3);
    return () => site.hooks.removeFilter(hook, change, 99);
  };

/** A style of the page's head. */
export const style = (css: string): Break =>
  filter('wp_head', (head: string[]) => void head.push(`<style>${css}</style>`));

/** A legal page whose owner, or whoever has their password, wrote something else. */
export const page = (type: LegalPageType, change: (content: string) => string): Break =>
  claiming(`page ${type}`, async (shop) => {
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

/** A page of its own that says what a legal page says. */
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
  claiming(`product ${sku}`, async (shop) => {
    const { id } = await shop.site.db()('store_products').where({ sku }).first<{ id: number }>('id');
    const original = assertDefined((await shop.inContext(() => shop.parts.products.get(id))) ?? undefined);
    await shop.save({ ...original, ...change });
    return () => shop.save(original);
  });

/** A write to the database past everything. @returns one that puts the columns back */
export const pastTheShop =
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

/** A theme made of the default one with some of its files replaced. */
export const theme = (id: string, files: Readonly<Record<string, string>>): Break =>
  claiming('theme', async ({ site, inContext }) => {
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

/** Several at once, undone in the other order. */
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
  claims.set(
    combined,
    breaks.flatMap((one) => claims.get(one) ?? []),
  );
  return combined;
};

export const switchedOff =
  (key: string): Break =>
  async (shop) => {
    await shop.rest('POST', '/shop/v1/settings/compliance', { [key]: false });
    return () => shop.rest('POST', '/shop/v1/settings/compliance', { [key]: true });
  };

/** A price that held for a minute, an hour before the sale began. */
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

/** The page of a notice's file no longer is the one that was uploaded. */
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
