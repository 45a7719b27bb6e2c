import type { PluginScope } from 'plinth';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import { PRODUCT_KIND } from '../../products/product-input.js';
import { PRODUCT_SLUG } from '../screen-slugs.js';
import type { ProductVersions } from './product-versions.js';

interface ProductHistoryDeps {
  readonly scope: Pick<PluginScope, 'adminUrl' | 'versionsOf' | 'getUserdata'>;
  readonly versions: Pick<ProductVersions, 'typed'>;
}

/** Versions named beside the form. */
const SHOWN_VERSIONS = 10;

/** What is kept of a product: its versions, and what its reader typed and did not save, unless the form holds something else already. */
export async function historyOf(
  { scope, versions }: ProductHistoryDeps,
  stored: StoredProduct,
  isUntouched: boolean,
): Promise<object> {
  const kept = isUntouched ? await versions.typed(stored) : null;
  const rows = await scope.versionsOf(PRODUCT_KIND, stored.id, SHOWN_VERSIONS);
  const names = new Map<number, string>();
  for (const user of new Set(rows.map((row) => row.user))) {
    const found = user > 0 ? await scope.getUserdata(user) : false;
    names.set(user, found ? found.display_name : '—');
  }
  return {
    editing: `${PRODUCT_KIND}/${stored.id}`,
    autosave: kept && {
      at: kept.at,
      url: scope.adminUrl(`admin.php?page=${PRODUCT_SLUG}&id=${stored.id}&version=${kept.id}`),
    },
    versions: rows.map(({ id, at, user, autosave }) => ({
      at,
      autosave,
      author: names.get(user),
      url: scope.adminUrl(`version.php?version=${id}`),
    })),
  };
}
