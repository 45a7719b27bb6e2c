import type { PluginScope } from 'plinth';
import { registerEraser, registerExporter } from '../privacy/personal-data.js';
import type { AlertStore } from './subscription-store.js';
import type { FindProduct } from './sold-out.js';

interface PersonalDataDeps {
  readonly scope: Pick<PluginScope, 'addFilter' | '__'>;
  readonly store: Pick<AlertStore, 'listByEmail' | 'deleteByEmail'>;
  readonly findProduct: FindProduct;
}

/** Registers back-in-stock subscriptions with the personal data exporter and eraser. */
export function registerAlertPersonalData({ scope, store, findProduct }: PersonalDataDeps): void {
  const { __ } = scope;
  const owner = {
    id: 'store-back-in-stock',
    tables: ['store_back_in_stock'],
    label: () => __('Back-in-stock notifications'),
  };
  registerExporter(scope, owner, async (email) =>
    Promise.all(
      (await store.listByEmail(email)).map(async (row) => ({
        id: `alert-${row.id}`,
        fields: {
          [__('Product')]: (await findProduct(row.product_id, row.variation_id))?.name ?? '',
          [__('Email')]: row.email,
          [__('Date')]: row.created_at,
        },
      })),
    ),
  );
  registerEraser(scope, owner, async (email) => ({ removed: await store.deleteByEmail(email) }));
}
