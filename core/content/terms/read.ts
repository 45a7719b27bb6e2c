import { isWpError, type Knex, type Term, type TermQuery, type TermsApi, WpError } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { createPostTerms, type PostTerms } from './post-terms.js';
import { createQueryTerms } from './query-terms.js';
import { invalidTaxonomy, limitToNames } from './term-conditions.js';
import { TERM_COLUMNS, selectTerms, withDescendants } from './term-rows.js';

type TermReads = Pick<
  TermsApi,
  | 'getTerm'
  | 'getTermBy'
  | 'termExists'
  | 'getTerms'
  | 'wpCountTerms'
  | 'getTermChildren'
  | 'getTheTerms'
  | 'wpGetObjectTerms'
  | 'isObjectInTerm'
>;

/** Reads terms (WordPress: get_term, get_term_by, get_terms, term_exists …). */
export function createTermReads(deps: ContentDeps): TermReads & PostTerms {
  const { db, hooks, types, formatting } = deps;
  const { query, find, count } = createQueryTerms(deps);

  async function findOne(where: (query: Knex.QueryBuilder) => void): Promise<Term | undefined> {
    const query = selectTerms(db);
    where(query);
    return query.orderBy('t.term_id').first<Term | undefined>(TERM_COLUMNS);
  }

  async function getTerm(id: number, taxonomy = ''): Promise<Term | null | WpError> {
    if (taxonomy !== '' && !types.taxonomyExists(taxonomy)) return invalidTaxonomy();
    if (!Number.isInteger(id) || id < 1) return null;
    const term = await findOne(
      (query) => void query.where({ 't.term_id': id, ...(taxonomy === '' ? {} : { 'x.taxonomy': taxonomy }) }),
    );
    if (!term) return null;
    const filtered = await hooks.applyFilters<Term>('get_term', term, term.taxonomy);
    return hooks.applyFilters<Term>(`get_${term.taxonomy}`, filtered, term.taxonomy);
  }

  async function getTermBy(
    field: 'id' | 'slug' | 'name' | 'term_taxonomy_id',
    value: string | number,
    taxonomy: string,
  ): Promise<Term | false> {
    if (field !== 'term_taxonomy_id' && !types.taxonomyExists(taxonomy)) return false;
    if (String(value) === '') return false;
    if (field === 'name') {
      const whereName = (query: Knex.QueryBuilder): void => {
        limitToNames(db, query, [String(value)]);
        void query.where({ 'x.taxonomy': taxonomy });
      };
      return (await findOne(whereName)) ?? false;
    }
    const column = { id: 't.term_id', slug: 't.slug', term_taxonomy_id: 'x.term_taxonomy_id' }[field];
    const comparedValue = field === 'slug' ? formatting.sanitizeTitle(String(value)) : value;
    return (
      (await findOne(
        (query) =>
          void query.where({
            [column]: comparedValue,
            ...(field === 'term_taxonomy_id' ? {} : { 'x.taxonomy': taxonomy }),
          }),
      )) ?? false
    );
  }

  async function termExists(
    term: string | number,
    taxonomy = '',
    parent?: number,
  ): Promise<Awaited<ReturnType<TermsApi['termExists']>>> {
    const findFirst = async (by: TermQuery): Promise<Term | undefined> => {
      const terms = await find({
        ...(taxonomy === '' ? {} : { taxonomy }),
        ...(parent === undefined ? {} : { parent }),
        ...by,
        hide_empty: false,
        orderby: 'term_id',
        number: 1,
      });
      return isWpError(terms) ? undefined : terms[0];
    };
    const text = String(term).trim();
    if (text === '' || term === 0) return null;
    const match =
      typeof term === 'number'
        ? await findFirst({ include: [term] })
        : ((await findFirst({ slug: text })) ?? (await findFirst({ name: text })));
    return match ? { term_id: match.term_id, term_taxonomy_id: match.term_taxonomy_id } : null;
  }

  const wpGetObjectTerms = (ids: number | number[], taxonomies: string | string[]): Promise<Term[] | WpError> =>
    query({ taxonomy: taxonomies, object_ids: typeof ids === 'number' ? [ids] : ids, hide_empty: false });

  return {
    getTerm,
    getTermBy,
    termExists,
    getTerms: query,
    wpCountTerms: count,
    async getTermChildren(id, taxonomy) {
      if (!types.taxonomyExists(taxonomy)) return invalidTaxonomy();
      return (await withDescendants(db, taxonomy, [id])).filter((child) => child !== id);
    },
    ...createPostTerms({ hooks, types, query, find, wpGetObjectTerms }),
    wpGetObjectTerms,
    async isObjectInTerm(id, taxonomy, candidates) {
      const terms = await wpGetObjectTerms(id, taxonomy);
      if (terms instanceof WpError) return terms;
      if (candidates.length === 0) return terms.length > 0;
      return terms.some((term) =>
        candidates.some(
          (candidate) =>
            candidate === term.term_id ||
            candidate === term.slug ||
            candidate === term.name ||
            candidate === String(term.term_id),
        ),
      );
    },
  };
}
