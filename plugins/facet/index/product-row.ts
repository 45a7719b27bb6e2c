import type { ProductRecord } from './catalogue.js';
import { countRows, toFacetRecord } from './facet-record.js';
import type { IndexRow } from './index-state.js';
import { packProduct } from './packed-product.js';
import type { Vocabulary } from './vocabulary.js';

/** A product as it stands in the index, without what extensions say of it. */
export function rowOf(product: ProductRecord, vocabulary: Vocabulary): IndexRow {
  return { productId: product.id, packed: packProduct(product), rows: countRows(toFacetRecord(product, vocabulary)) };
}
