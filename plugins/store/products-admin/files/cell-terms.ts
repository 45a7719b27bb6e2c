import type { CatalogTerm } from '../../contract/index.js';
import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';
import { splitCell, splitPaths } from './cell-list.js';
import { parseAttributeColumn, type Cells } from './product-cells.js';

/** Finds the terms in the cells of a row, and creates missing terms. */
interface CellTerms {
  /** Returns the term IDs of a product after the import. Columns that are not in the row leave its terms unchanged. */
  terms(cells: Cells, before: readonly number[], known: readonly CatalogTerm[]): Promise<number[]>;
  /** Returns the term IDs of the attribute columns, by taxonomy. */
  attributeTerms(cells: Cells): Promise<Map<string, number[]>>;
}

export function createCellTerms(taxonomies: Pick<TaxonomyWriter, 'ensureTerm' | 'ensureTaxonomy'>): CellTerms {
  async function ensurePath(names: readonly string[]): Promise<number> {
    let id = 0;
    for (const name of names) id = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name, parentId: id });
    return id;
  }

  async function attributeTerms(cells: Cells): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    for (const [column, cell] of Object.entries(cells)) {
      const attribute = parseAttributeColumn(column);
      if (!attribute || cell === undefined) continue;
      await taxonomies.ensureTaxonomy({ ...attribute, kind: 'attribute', hierarchical: false });
      const ids: number[] = [];
      for (const name of splitCell(cell)) ids.push(await taxonomies.ensureTerm({ taxonomy: attribute.name, name }));
      found.set(attribute.name, ids);
    }
    return found;
  }

  async function terms(cells: Cells, before: readonly number[], known: readonly CatalogTerm[]): Promise<number[]> {
    const taxonomyOf = new Map(known.map((term) => [term.id, term.taxonomy]));
    const next = new Map<string, number[]>();
    for (const id of before) {
      const name = taxonomyOf.get(id) ?? '';
      next.set(name, [...(next.get(name) ?? []), id]);
    }
    const setTerms = async (taxonomy: string, names: readonly string[]): Promise<void> => {
      const ids: number[] = [];
      for (const name of names) ids.push(await taxonomies.ensureTerm({ taxonomy, name }));
      next.set(taxonomy, ids);
    };
    if (cells.categories !== undefined) {
      const ids: number[] = [];
      for (const names of splitPaths(cells.categories)) ids.push(await ensurePath(names));
      next.set('product_cat', ids);
    }
    if (cells.tags !== undefined) await setTerms('product_tag', splitCell(cells.tags));
    if (cells.brand !== undefined) await setTerms('product_brand', cells.brand === '' ? [] : [cells.brand]);
    for (const [taxonomy, ids] of await attributeTerms(cells)) next.set(taxonomy, ids);
    return [...new Set([...next.values()].flat())];
  }

  return { terms, attributeTerms };
}
