import { type Knex, type Term, type TermQuery, type TermsApi, WpError } from '../../api/index.js';
import { rowOffset } from '../../db/index.js';
import type { ContentDeps } from '../deps.js';
import { TERM_COLUMNS, termRows, withDescendants } from './term-rows.js';

type Reads = Pick<
  TermsApi,
  'getTerm' | 'getTermBy' | 'termExists' | 'getTerms' | 'wpCountTerms' | 'getTermChildren' | 'getTheTerms' | 'wpGetObjectTerms' | 'isObjectInTerm'
>;

const ORDER: Record<string, string> = {
  name: 't.name', slug: 't.slug', term_id: 't.term_id', id: 't.term_id', ID: 't.term_id', term_group: 't.term_group', description: 'x.description',
  parent: 'x.parent', count: 'x.count', term_taxonomy_id: 'x.term_taxonomy_id', taxonomy: 'x.taxonomy',
};

export const invalidTaxonomy = (): WpError => new WpError('invalid_taxonomy', 'Invalid taxonomy.');

/** Reads terms (WordPress: get_term, get_terms and their family). */
export function createTermReads({ db, hooks, types, formatting }: ContentDeps): Reads {
  async function one(where: (query: Knex.QueryBuilder) => void): Promise<Term | undefined> {
    const query = termRows(db);
    where(query);
    return (await query.orderBy('t.term_id').first(TERM_COLUMNS)) as Term | undefined;
  }

  async function getTerm(id: number, taxonomy = ''): Promise<Term | null | WpError> {
    if (taxonomy !== '' && !types.taxonomyExists(taxonomy)) return invalidTaxonomy();
    if (!Number.isInteger(id) || id < 1) return null;
    const term = await one((query) => void query.where({ 't.term_id': id, ...(taxonomy === '' ? {} : { 'x.taxonomy': taxonomy }) }));
    if (!term) return null;
    const filtered = await hooks.applyFilters<Term>('get_term', term, term.taxonomy);
    return hooks.applyFilters<Term>(`get_${term.taxonomy}`, filtered, term.taxonomy);
  }

  async function getTermBy(field: 'id' | 'slug' | 'name' | 'term_taxonomy_id', value: string | number, taxonomy: string): Promise<Term | false> {
    if (field !== 'term_taxonomy_id' && !types.taxonomyExists(taxonomy)) return false;
    if (String(value) === '') return false;
    const column = { id: 't.term_id', slug: 't.slug', name: 't.name', term_taxonomy_id: 'x.term_taxonomy_id' }[field];
    const wanted = field === 'slug' ? formatting.sanitizeTitle(String(value)) : value;
    return (await one((query) => void query.where({ [column]: wanted, ...(field === 'term_taxonomy_id' ? {} : { 'x.taxonomy': taxonomy }) }))) ?? false;
  }

  async function termExists(term: string | number, taxonomy = '', parent?: number): ReturnType<TermsApi['termExists']> {
    const within = (query: Knex.QueryBuilder): void => {
      if (taxonomy !== '') void query.where({ 'x.taxonomy': taxonomy });
      if (parent !== undefined) void query.where({ 'x.parent': parent });
    };
    const found = async (column: string, value: string | number): Promise<Term | undefined> =>
      one((query) => {
        void query.where({ [column]: value });
        within(query);
      });
    const text = String(term).trim();
    if (text === '' || term === 0) return null;
    const match = typeof term === 'number' ? await found('t.term_id', term) : ((await found('t.slug', formatting.sanitizeTitle(text))) ?? (await found('t.name', text)));
    return match ? { term_id: match.term_id, term_taxonomy_id: match.term_taxonomy_id } : null;
  }

  /** The rows a query finds, before order and paging. */
  /** Wrapped, since waiting for a bare builder would run it. */
  async function matching(query: TermQuery): Promise<{ rows: Knex.QueryBuilder } | WpError> {
    const taxonomies = typeof query.taxonomy === 'string' ? [query.taxonomy] : (query.taxonomy ?? []);
    if (taxonomies.some((name) => !types.taxonomyExists(name))) return invalidTaxonomy();
    const rows = termRows(db);
    if (taxonomies.length > 0) void rows.whereIn('x.taxonomy', taxonomies);
    if (query.object_ids) void rows.whereIn('x.term_taxonomy_id', db()('term_relationships').select('term_taxonomy_id').whereIn('object_id', query.object_ids));
    if (query.include?.length) void rows.whereIn('t.term_id', query.include);
    else if (query.exclude?.length) void rows.whereNotIn('t.term_id', query.exclude);
    if (query.slug !== undefined) void rows.whereIn('t.slug', list(query.slug).map((slug) => formatting.sanitizeTitle(slug)));
    if (query.name !== undefined) void rows.whereIn('t.name', list(query.name));
    if (query.parent !== undefined) void rows.where({ 'x.parent': query.parent });
    if (query.child_of && taxonomies[0] !== undefined) {
      const below = (await withDescendants(db, taxonomies[0], [query.child_of])).filter((id) => id !== query.child_of);
      void rows.whereIn('t.term_id', below);
    }
    if (query.search) {
      const pattern = `%${query.search.replace(/[!%_]/g, '!$&')}%`;
      void rows.where((any) => void any.whereRaw("t.name like ? escape '!'", [pattern]).orWhereRaw("t.slug like ? escape '!'", [pattern]));
    }
    if (query.hide_empty !== false && !query.object_ids) {
      // A parent is not empty while something is filed below it.
      const parents = db()('term_taxonomy').select('parent').where('count', '>', 0);
      void rows.where((any) => {
        void any.where('x.count', '>', 0);
        if (taxonomies.some((name) => (types.getTaxonomy(name) || undefined)?.hierarchical)) void any.orWhereIn('t.term_id', parents);
      });
    }
    return { rows };
  }

  async function getTerms(given: TermQuery): Promise<Term[] | WpError> {
    const query = await hooks.applyFilters('get_terms_args', given, list(given.taxonomy ?? []));
    const matched = await matching(query);
    if (matched instanceof WpError) return matched;
    const { rows } = matched;
    const direction = query.order?.toUpperCase() === 'DESC' ? 'desc' : 'asc';
    if (query.orderby === 'include' && query.include?.length) {
      const position = query.include.map(() => 'when ? then ?').join(' ');
      void rows.orderByRaw(`case t.term_id ${position} end`, query.include.flatMap((id, index) => [id, index]));
    } else if (query.orderby !== 'none') void rows.orderBy(ORDER[query.orderby ?? 'name'] ?? 't.name', direction);
    void rows.orderBy('t.term_id');
    if (query.number !== undefined && query.number > 0) void rows.limit(query.number).offset(rowOffset(query.offset ?? 0));
    const found = (await rows.select(TERM_COLUMNS)) as Term[];
    return hooks.applyFilters('get_terms', found, list(query.taxonomy ?? []), query);
  }

  async function wpGetObjectTerms(ids: number | number[], taxonomies: string | string[]): Promise<Term[] | WpError> {
    return getTerms({ taxonomy: taxonomies, object_ids: typeof ids === 'number' ? [ids] : ids, hide_empty: false });
  }

  return {
    getTerm,
    getTermBy,
    termExists,
    getTerms,
    async wpCountTerms(query) {
      const matched = await matching(query);
      if (matched instanceof WpError) return matched;
      const { rows } = matched;
      const [{ total } = { total: 0 }] = (await rows.count({ total: '*' })) as { total: number }[];
      return Number(total);
    },
    async getTermChildren(id, taxonomy) {
      if (!types.taxonomyExists(taxonomy)) return invalidTaxonomy();
      return (await withDescendants(db, taxonomy, [id])).filter((child) => child !== id);
    },
    async getTheTerms(postId, taxonomy) {
      const terms = await wpGetObjectTerms(postId, taxonomy);
      if (terms instanceof WpError) return terms;
      const filtered = await hooks.applyFilters<Term[]>('get_the_terms', terms, postId, taxonomy);
      return filtered.length === 0 ? false : filtered;
    },
    wpGetObjectTerms,
    async isObjectInTerm(id, taxonomy, wanted) {
      const terms = await wpGetObjectTerms(id, taxonomy);
      if (terms instanceof WpError) return terms;
      if (wanted.length === 0) return terms.length > 0;
      return terms.some((term) => wanted.some((one) => one === term.term_id || one === term.slug || one === term.name || one === String(term.term_id)));
    },
  };
}

function list<T>(value: T | T[]): T[] {
  return Array.isArray(value) ? value : [value];
}
