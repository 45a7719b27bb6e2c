import type { Database } from 'plinth';
import type { LinkWriter } from '../catalogue/linked-products.js';

/** What goes well with products of the demo, by SKU: on their pages, and in a cart that holds them. */
const LINKS: Readonly<Record<string, { readonly upsells: readonly string[]; readonly crossSells: readonly string[] }>> =
  {
    'KUC-306': { upsells: ['SPI-802', 'KUC-302', 'SPI-803'], crossSells: ['SPI-802', 'SPI-803'] },
    'KUC-308': { upsells: ['SPI-801', 'KUC-301', 'SPI-805'], crossSells: ['SPI-801', 'SPI-805'] },
    'SPI-801': { upsells: ['KUC-308', 'KUC-301'], crossSells: ['SPI-805'] },
    'ROS-601': { upsells: ['ROS-605', 'ROS-606', 'KSI-902'], crossSells: ['ROS-605', 'ROS-606'] },
    'MEB-208': { upsells: ['LMP-107', 'MEB-201', 'MEB-207'], crossSells: ['LMP-107'] },
    'DEK-508': { upsells: ['PIE-703'], crossSells: ['PIE-703'] },
  };

/** Links products that were just added; what an owner chose for others stays. */
export async function linkDemo(
  { db, link }: { readonly db: Database; readonly link: LinkWriter },
  added: readonly string[],
): Promise<void> {
  const wanted = Object.entries(LINKS).filter(([sku]) => added.includes(sku));
  const named = wanted.flatMap(([sku, { upsells, crossSells }]) => [sku, ...upsells, ...crossSells]);
  const ids = new Map(
    (
      await db()('store_products')
        .whereIn('sku', [...new Set(named)])
        .select('id', 'sku')
    ).map(({ id, sku }) => [sku ?? '', id]),
  );
  const idsOf = (skus: readonly string[]): number[] => skus.flatMap((sku) => ids.get(sku) ?? []);
  await link(
    new Map(
      wanted.flatMap(([sku, { upsells, crossSells }]) =>
        idsOf([sku]).map((id) => [id, { upsellIds: idsOf(upsells), crossSellIds: idsOf(crossSells) }] as const),
      ),
    ),
  );
}
