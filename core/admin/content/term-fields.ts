import {
  type FormFields,
  isWpError,
  type PageRequest,
  type Post,
  type PostType,
  type Taxonomy,
} from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

/** Maximum number of terms offered as checkboxes. */
const MAX_TERMS = 500;

/**
 * The field for a taxonomy's terms in the editor: checkboxes for a hierarchical taxonomy, otherwise a line of names.
 */
export interface TermField {
  readonly taxonomy: string;
  readonly label: string;
  readonly hierarchical: boolean;
  readonly terms: readonly { readonly id: number; readonly name: string; readonly checked: boolean }[];
  readonly names: string;
}

type FieldDeps = Pick<AdminDeps, 'content' | 'hooks' | 'roles' | 'text'>;

/** Returns the taxonomies whose terms the user may assign to an entry of a type. */
async function listAssignable({ content, roles }: FieldDeps, type: PostType): Promise<Taxonomy[]> {
  const assignable: Taxonomy[] = [];
  for (const taxonomy of content.getObjectTaxonomies(type.name))
    if (taxonomy.showUi && (await roles.currentUserCan(taxonomy.cap.assign_terms))) assignable.push(taxonomy);
  return assignable;
}

/**
 * Returns the term fields of an entry.
 * @param form submitted values to show again
 */
export async function termFields(
  deps: FieldDeps,
  type: PostType,
  post: Post | null,
  form: FormFields = {},
): Promise<TermField[]> {
  const { content, hooks, text } = deps;
  const fields: TermField[] = [];
  for (const taxonomy of await listAssignable(deps, type)) {
    const postTerms = post ? await content.getTheTerms(post.id, taxonomy.name) : false;
    const currentTerms = postTerms === false || isWpError(postTerms) ? [] : postTerms;
    const submittedTerms =
      form[`terms_of_${taxonomy.name}`] === undefined ? undefined : readTermField(form, taxonomy.name);
    const all = taxonomy.hierarchical
      ? await content.getTerms({
          taxonomy: taxonomy.name,
          hide_empty: false,
          orderby: 'name',
          order: 'ASC',
          number: MAX_TERMS,
        })
      : [];
    const terms: { id: number; name: string; checked: boolean }[] = [];
    for (const term of isWpError(all) ? [] : all)
      terms.push({
        id: term.term_id,
        name: await hooks.applyFilters('the_category', term.name, '', ''),
        checked: submittedTerms
          ? submittedTerms.includes(String(term.term_id))
          : currentTerms.some(({ term_id: id }) => id === term.term_id),
      });
    const names = taxonomy.hierarchical
      ? ''
      : await hooks.applyFilters(
          'terms_to_edit',
          submittedTerms?.join(', ') ?? currentTerms.map(({ name }) => name).join(', '),
          taxonomy.name,
        );
    fields.push({
      taxonomy: taxonomy.name,
      label: text.__(taxonomy.labels.name),
      hierarchical: taxonomy.hierarchical,
      terms,
      names,
    });
  }
  return fields;
}

const readTermField = (form: FormFields, taxonomy: string): string[] =>
  [form[`term_${taxonomy}`] ?? []].flat().map(String);

/** Returns the submitted terms by taxonomy; taxonomies without a field in the form are omitted. */
export async function readSubmittedTerms(
  deps: FieldDeps,
  type: PostType,
  request: PageRequest,
): Promise<Record<string, number[] | string[]>> {
  const termsByTaxonomy: Record<string, number[] | string[]> = {};
  for (const { name, hierarchical } of await listAssignable(deps, type)) {
    if (request.field(`terms_of_${name}`) === '') continue;
    const submittedTerms = readTermField(request.form, name);
    termsByTaxonomy[name] = hierarchical
      ? submittedTerms
          .map(Number)
          .filter((id) => Number.isInteger(id) && id > 0)
          .slice(0, MAX_TERMS)
      : submittedTerms
          .join(',')
          .split(',')
          .map((term) => term.trim().slice(0, 200))
          .filter((term) => term !== '')
          .slice(0, MAX_TERMS);
  }
  return termsByTaxonomy;
}
