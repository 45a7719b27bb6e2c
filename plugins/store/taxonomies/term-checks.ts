import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogTaxonomy } from '../contract/index.js';
import type { TermRow } from './tables.js';

/** Values of a term. Absent values are unchanged, or empty for a new term. */
export interface TermInput {
  readonly taxonomy: string;
  /** If empty, it is generated from the name. */
  readonly slug?: string;
  readonly name: string;
  readonly parentId?: number;
  readonly position?: number;
  /** `#rrggbb`, or the URL of an image. */
  readonly swatch?: string;
  readonly description?: string;
}

/** Validation of terms. */
export interface TermChecks {
  /**
   * Creates the error for an invalid value.
   * @param field form field that shows the error
   */
  invalid(message: string, field: string): PlinthError;
  term(id: number): Promise<TermRow | null>;
  slugTaken(taxonomy: string, slug: string, except: number): Promise<boolean>;
  uniqueSlug(taxonomy: string, baseSlug: string): Promise<string>;
  /** @throws PlinthError `store_term_invalid` */
  checkParent(taxonomy: CatalogTaxonomy, id: number, parentId: number): Promise<void>;
  /** @throws PlinthError `store_term_invalid` */
  checkTexts(input: Omit<TermInput, 'taxonomy'>): void;
}

const MAX_DEPTH = 20;

export function createTermChecks({ db, __ }: Pick<PluginScope, 'db' | '__'>): TermChecks {
  const terms = () => db()('store_terms');
  const invalid = (message: string, field: string): PlinthError =>
    new PlinthError('store_term_invalid', message, {
      status: 422,
      hint: __('Correct it and try again.'),
      details: { field },
    });

  async function term(id: number): Promise<TermRow | null> {
    return (await terms().where({ id }).first()) ?? null;
  }

  async function slugTaken(taxonomy: string, slug: string, except: number): Promise<boolean> {
    return (await terms().where({ taxonomy, slug }).whereNot({ id: except }).first('id')) !== undefined;
  }

  async function generateUniqueSlug(taxonomy: string, baseSlug: string): Promise<string> {
    for (let number = 1; ; number++) {
      const slug = number === 1 ? baseSlug : `${baseSlug}-${number}`;
      if (!(await slugTaken(taxonomy, slug, 0))) return slug;
    }
  }

  async function checkParent(taxonomy: CatalogTaxonomy, id: number, parentId: number): Promise<void> {
    if (parentId === 0) return;
    if (!taxonomy.hierarchical) throw invalid(__('Only categories can have a parent.'), 'parent');
    let ancestor = await term(parentId);
    if (!ancestor || ancestor.taxonomy !== taxonomy.name)
      throw invalid(__('The parent category doesn’t exist.'), 'parent');
    for (let depth = 0; ancestor; depth++) {
      if (ancestor.id === id) throw invalid(__('A category can’t be its own parent.'), 'parent');
      if (depth >= MAX_DEPTH) throw invalid(__('Categories can be up to %d levels deep.', MAX_DEPTH), 'parent');
      ancestor = ancestor.parent_id > 0 ? await term(ancestor.parent_id) : null;
    }
  }

  function checkTexts({ name, swatch = '', description = '' }: Omit<TermInput, 'taxonomy'>): void {
    if (name.trim() === '' || name.length > 200) throw invalid(__('Enter a name of up to %d characters.', 200), 'name');
    if (swatch !== '' && !/^#[0-9a-f]{6}$/i.test(swatch) && !/^(?:https:\/\/|\/|asset:)[^\s"'<>]{1,480}$/.test(swatch))
      throw invalid(__('Enter a color as #rrggbb or an image URL.'), 'swatch');
    if (description.length > 20_000) throw invalid(__('The description is too long.'), 'description');
  }

  return { invalid, term, slugTaken, uniqueSlug: generateUniqueSlug, checkParent, checkTexts };
}
