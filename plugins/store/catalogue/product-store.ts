import type { PluginScope } from 'plinth';
import type { ImageStore } from '../images/image-store.js';
import type { PriceWriter } from '../prices/price-writer.js';
import type { ChangeLog } from './change-log.js';
import type { KeptCounts } from './kept-counts.js';
import { createProductReader, type ProductReader } from './product-reader.js';
import { createProductWriter, type ProductWriter } from './product-writer.js';

/** Products as their owner works on them. */
export interface ProductStore extends ProductReader, ProductWriter {}

export interface ProductStoreDeps {
  readonly scope: Pick<PluginScope, 'db' | 'sanitizeTitle' | 'wpKsesPost' | '__' | 'audit'>;
  readonly images: Pick<ImageStore, 'of'>;
  readonly prices: PriceWriter;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly counts: KeptCounts;
}

export function createProductStore({ scope, images, prices, changes, counts }: ProductStoreDeps): ProductStore {
  return { ...createProductReader({ scope, images, counts }), ...createProductWriter({ scope, prices, changes }) };
}
