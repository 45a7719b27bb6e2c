import { isWpError, type PageRequest, type Taxonomy } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

/** The values of a term form, as submitted. */
export interface TermForm {
  readonly name: string;
  readonly slug: string;
  readonly parent: number;
  readonly description: string;
}

/** Maximum number of terms offered as parents. */
const MAX_PARENTS = 1000;

export function readTermForm(request: PageRequest, nameField: string): TermForm {
  const parent = Number(request.field('parent'));
  return {
    name: request.field(nameField).trim().slice(0, 200),
    slug: request.field('slug').trim().slice(0, 200),
    parent: Number.isInteger(parent) && parent > 0 ? parent : 0,
    description: request.field('description').slice(0, 10_000),
  };
}

/**
 * Returns the possible parents of a term.
 * @param excludedId the term itself
 */
export async function parentChoices(
  { content }: Pick<AdminDeps, 'content'>,
  taxonomy: Taxonomy,
  selectedId: number,
  excludedId = 0,
): Promise<{ id: number; name: string; selected: boolean }[]> {
  const terms = await content.getTerms({
    taxonomy: taxonomy.name,
    hide_empty: false,
    orderby: 'name',
    order: 'ASC',
    number: MAX_PARENTS,
  });
  return isWpError(terms)
    ? []
    : terms
        .filter((term) => term.term_id !== excludedId)
        .map((term) => ({ id: term.term_id, name: term.name, selected: term.term_id === selectedId }));
}
