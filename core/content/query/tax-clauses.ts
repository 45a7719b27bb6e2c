import {
  type ContentTypesApi,
  type Database,
  isWpError,
  type Knex,
  type PostQuery,
  type TaxQueryClause,
  type TermQuery,
} from '../../api/index.js';
import type { PostTerms } from '../terms/post-terms.js';
import { withDescendants } from '../terms/term-rows.js';
import { type Group, idsOf, isGroup, isSet, listOf, readGroup, textOf } from './query-values.js';

interface TaxClauseDeps {
  db: Database;
  types: ContentTypesApi;
  findTerms: PostTerms['findTerms'];
}

/** Returns all term conditions: the `tax_query` and the other variables for taxonomies. */
export function readTaxQuery(query: PostQuery, types: ContentTypesApi): Group<TaxQueryClause> | undefined {
  const clauses: (TaxQueryClause | Group<TaxQueryClause>)[] = [];
  const add = (
    taxonomy: string,
    field: TaxQueryClause['field'],
    terms: (number | string)[],
    operator = 'IN',
    children = true,
  ): void => {
    if (terms.length > 0) clauses.push({ taxonomy, field, terms, operator, include_children: children });
  };
  const cats = listOf(query, 'cat')
    .map(Number)
    .filter((id) => id !== 0);
  add(
    'category',
    'term_id',
    cats.filter((id) => id > 0),
  );
  add(
    'category',
    'term_id',
    cats.filter((id) => id < 0).map((id) => -id),
    'NOT IN',
  );
  for (const [prefix, taxonomy] of [
    ['category', 'category'],
    ['tag', 'post_tag'],
  ] as const) {
    add(taxonomy, 'term_id', idsOf(query, `${prefix}__in`), 'IN', false);
    add(taxonomy, 'term_id', idsOf(query, `${prefix}__not_in`), 'NOT IN', false);
    add(taxonomy, 'term_id', idsOf(query, `${prefix}__and`), 'AND', false);
  }
  add('post_tag', 'term_id', idsOf(query, 'tag_id'));
  add('post_tag', 'slug', listOf(query, 'tag_slug__in'));
  add('post_tag', 'slug', listOf(query, 'tag_slug__and'), 'AND');
  for (const taxonomy of types.getTaxonomies()) {
    if (taxonomy.queryVar === false || !isSet(query, taxonomy.queryVar)) continue;
    const value = textOf(query, taxonomy.queryVar);
    // A URL contains the path of a category. Its last segment is the slug.
    const slugs = (text: string): string[] =>
      text
        .split(/[,\s]+/)
        .map((path) => path.replace(/\/+$/, '').split('/').at(-1) ?? '')
        .filter((slug) => slug !== '');
    if (/[+ ]/.test(value) && !value.includes(','))
      for (const slug of value.split(/[+ ]+/)) add(taxonomy.name, 'slug', slugs(slug));
    else add(taxonomy.name, 'slug', slugs(value));
  }
  const group = readGroup<TaxQueryClause>(query.tax_query, (clause) => 'taxonomy' in clause || 'terms' in clause);
  if (textOf(query, 'taxonomy') !== '' && textOf(query, 'term') !== '')
    add(textOf(query, 'taxonomy'), 'slug', [textOf(query, 'term')]);
  if (group) clauses.push(group);
  return clauses.length > 0 ? { relation: 'AND', clauses } : undefined;
}

/** Returns the taxonomies of whose terms a query requires one. */
export function taxonomiesOf(group: Group<TaxQueryClause>): string[] {
  return group.clauses.flatMap((clause) => {
    if (isGroup(clause)) return taxonomiesOf(clause);
    return clause.operator?.toUpperCase() === 'NOT IN' ? [] : [clause.taxonomy];
  });
}

/** Adds the term conditions to a query of posts. */
export async function applyTaxQuery(
  deps: TaxClauseDeps,
  posts: Knex.QueryBuilder,
  group: Group<TaxQueryClause>,
): Promise<void> {
  const parts: ((where: Knex.QueryBuilder) => void)[] = [];
  for (const clause of group.clauses)
    parts.push(isGroup(clause) ? await groupCondition(deps, clause) : await clauseCondition(deps, clause));
  void posts.where((all: Knex.QueryBuilder) => addConditions(all, parts, group.relation));
}

async function groupCondition(
  deps: TaxClauseDeps,
  group: Group<TaxQueryClause>,
): Promise<(where: Knex.QueryBuilder) => void> {
  const parts: ((where: Knex.QueryBuilder) => void)[] = [];
  for (const clause of group.clauses)
    parts.push(isGroup(clause) ? await groupCondition(deps, clause) : await clauseCondition(deps, clause));
  return (where) => addConditions(where, parts, group.relation);
}

function addConditions(
  where: Knex.QueryBuilder,
  parts: ((where: Knex.QueryBuilder) => void)[],
  relation: 'AND' | 'OR',
): void {
  for (const part of parts)
    void (relation === 'OR'
      ? where.orWhere((builder: Knex.QueryBuilder) => part(builder))
      : where.andWhere((builder: Knex.QueryBuilder) => part(builder)));
}

async function clauseCondition(
  deps: TaxClauseDeps,
  clause: TaxQueryClause,
): Promise<(where: Knex.QueryBuilder) => void> {
  const { db, types } = deps;
  const operator = (clause.operator ?? 'IN').toUpperCase();
  const taxonomy = types.getTaxonomy(clause.taxonomy);
  if (!taxonomy) return (where) => void where.whereRaw('1 = 0');
  const objectsWithTerms = (ids: number[] | undefined): Knex.QueryBuilder => {
    const rows = db()('term_relationships as r')
      .join('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
      .where({ 'x.taxonomy': taxonomy.name })
      .select('r.object_id');
    if (ids) void rows.whereIn('x.term_id', ids);
    return rows;
  };
  if (operator === 'EXISTS') return (where) => void where.whereIn('posts.id', objectsWithTerms(undefined));
  if (operator === 'NOT EXISTS') return (where) => void where.whereNotIn('posts.id', objectsWithTerms(undefined));
  const { terms = [] } = clause;
  const termList = Array.isArray(terms) ? terms : [terms];
  const ids = await findTermIds(deps, taxonomy.name, clause.field ?? 'term_id', termList);
  const all =
    clause.include_children === false || !taxonomy.hierarchical ? ids : await withDescendants(db, taxonomy.name, ids);
  if (operator === 'NOT IN')
    return (where) => void (all.length > 0 && where.whereNotIn('posts.id', objectsWithTerms(all)));
  if (operator === 'AND')
    return (where) => {
      if (ids.length < new Set(termList).size) void where.whereRaw('1 = 0');
      for (const id of all) void where.whereIn('posts.id', objectsWithTerms([id]));
    };
  return (where) => void (all.length > 0 ? where.whereIn('posts.id', objectsWithTerms(all)) : where.whereRaw('1 = 0'));
}

async function findTermIds(
  { db, findTerms }: TaxClauseDeps,
  taxonomy: string,
  field: string,
  terms: readonly (number | string)[],
): Promise<number[]> {
  if (terms.length === 0) return [];
  if (field === 'term_taxonomy_id')
    return db()('term_taxonomy')
      .where({ taxonomy })
      .whereIn('term_taxonomy_id', terms.map(Number))
      .pluck<number[]>('term_id');
  const found = await findTerms({ taxonomy, ...toTermQuery(field, terms), hide_empty: false, orderby: 'none' });
  return isWpError(found) ? [] : found.map((term) => term.term_id);
}

function toTermQuery(field: string, terms: readonly (number | string)[]): TermQuery {
  if (field === 'slug') return { slug: terms.map(String) };
  if (field === 'name') return { name: terms.map(String) };
  return { include: terms.map(Number) };
}
