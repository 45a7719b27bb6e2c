import type { PluginScope } from 'plinth';
import type { ImageStore } from '../images/image-store.js';
import type { PriceWriter } from '../prices/price-writer.js';
import type { ProductTokens } from '../search/product-tokens.js';
import type { ChangeLog } from '../change-log/change-log.js';
import type { ProductTypes } from '../products/product-types.js';
import { createLinkWriter, type LinkWriter } from './linked-products.js';
import { createProductReader, type ProductReader } from './product-reader.js';
import { createProductWriter, type ProductWriter } from './product-writer.js';

/** The product store for the shop owner: reading and writing. */
export interface ProductStore extends ProductReader, ProductWriter {
  readonly link: LinkWriter;
}

interface ProductStoreDeps {
  readonly scope: Pick<
    PluginScope,
    'db' | 'cache' | 'sanitizeTitle' | 'wpKsesPost' | '__' | 'audit' | 'deleteRevisions' | 'doAction'
  >;
  readonly images: Pick<ImageStore, 'listByProducts'>;
  readonly prices: PriceWriter;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly tokens: Pick<ProductTokens, 'update'>;
  readonly types?: Pick<ProductTypes, 'kinds'>;
}

export function createProductStore({ scope, images, prices, changes, tokens, types }: ProductStoreDeps): ProductStore {
  return {
    link: createLinkWriter({ db: scope.db, changes }),
    ...createProductReader({ scope, images }),
    ...createProductWriter({ scope, prices, changes, tokens, ...(types ? { types } : {}) }),
  };
}
