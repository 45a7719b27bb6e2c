import {
  isWpError,
  type RestArg,
  type RestRequest,
  RestResponse,
  type Taxonomy,
  type Term,
  type TermQuery,
  type WpError,
} from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import { idsParam, listParam, numberParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { type ItemSchema, responseInContext, wantsLinks } from '../items/item-schema.js';
import { createMetaField, type MetaField } from '../items/meta-field.js';
import { failure } from '../items/refusals.js';
import { itemsRoute } from '../types/types.js';
import { pageOfTerms, termListParams } from './term-lists.js';
import { termSchema } from './terms-schema.js';

/** A taxonomy with the shared parts of its endpoints. */
export interface TermKind {
  readonly deps: WpV2Deps;
  readonly taxonomy: Taxonomy;
  readonly meta: MetaField;
  readonly schema: ItemSchema;
  readonly namespace: string;
  readonly base: string;
  /** Complete route of a list. */
  readonly route: string;
}

/** Creates the shared parts of a taxonomy's endpoints. */
export function createTermKind(deps: WpV2Deps, taxonomy: Taxonomy): TermKind {
  const meta = createMetaField(deps, 'term', taxonomy.name);
  const namespace = taxonomy.restNamespace || 'wp/v2';
  const base = taxonomy.restBase || taxonomy.name;
  return {
    deps,
    taxonomy,
    meta,
    schema: termSchema(deps, taxonomy, meta),
    namespace,
    base,
    route: `${namespace}/${base}`,
  };
}

/** Returns the term named in a request. */
export async function findTerm(
  { deps: { content }, taxonomy }: TermKind,
  request: RestRequest,
): Promise<Term | WpError> {
  const term = await content.getTerm(numberParam(request, 'id'), taxonomy.name);
  return term && !isWpError(term) && term.taxonomy === taxonomy.name
    ? term
    : failure('rest_term_invalid', 'Term does not exist.', 404);
}

/** Creates the response for a term. */
export async function prepareTerm(kind: TermKind, term: Term, request: RestRequest): Promise<RestResponse> {
  const { deps, taxonomy, meta, schema } = kind;
  const { content, rest } = deps;
  const link = await content.getTermLink(term);
  const data: Record<string, unknown> = {
    id: term.term_id,
    count: term.count,
    description: term.description,
    link: isWpError(link) ? '' : link,
    name: term.name,
    slug: term.slug,
    taxonomy: term.taxonomy,
    ...(taxonomy.hierarchical ? { parent: term.parent } : {}),
    meta: await meta.read(term.term_id),
  };
  for (const [attribute, { getCallback }] of rest.fields.fieldsOf(schema.title)) {
    if (getCallback) data[attribute] = await getCallback(data, attribute, request, schema.title);
  }
  const response = responseInContext(data, schema, request);
  if (wantsLinks(request)) addLinks(kind, response, term);
  const filtered = await deps.hooks.applyFilters(`rest_prepare_${taxonomy.name}`, response, term, request);
  return filtered instanceof RestResponse ? filtered : response;
}

function addLinks(
  { deps: { content, rest }, taxonomy, base, route }: TermKind,
  response: RestResponse,
  term: Term,
): void {
  response.addLink('self', rest.restUrl(`${route}/${term.term_id}`));
  response.addLink('collection', rest.restUrl(route));
  response.addLink('about', rest.restUrl(`wp/v2/taxonomies/${taxonomy.name}`));
  if (term.parent > 0) response.addLink('up', rest.restUrl(`${route}/${term.parent}`), { embeddable: true });
  for (const name of taxonomy.objectType) {
    const type = content.getPostTypeObject(name);
    if (type?.showInRest)
      response.addLink('https://api.w.org/post_type', `${rest.restUrl(itemsRoute(type))}?${base}=${term.term_id}`);
  }
}

/** Returns a list of terms. */
export async function listTerms(kind: TermKind, request: RestRequest): Promise<unknown> {
  const { deps, taxonomy, route } = kind;
  const filter: TermQuery = {
    taxonomy: taxonomy.name,
    hide_empty: request.getParam('hide_empty') === true,
    ...(idsParam(request, 'include').length > 0 ? { include: idsParam(request, 'include') } : {}),
    ...(idsParam(request, 'exclude').length > 0 ? { exclude: idsParam(request, 'exclude') } : {}),
    ...(listParam(request, 'slug').length > 0 ? { slug: listParam(request, 'slug').map(toText) } : {}),
    ...(isEmpty(request.getParam('search')) ? {} : { search: toText(request.getParam('search')) }),
    ...(taxonomy.hierarchical && request.hasParam('parent') ? { parent: numberParam(request, 'parent') } : {}),
    ...(numberParam(request, 'post') > 0 ? { object_ids: [numberParam(request, 'post')] } : {}),
  };
  const query = await deps.hooks.applyFilters(`rest_${taxonomy.name}_query`, filter, request);
  return pageOfTerms(deps, query, request, route, (term) => prepareTerm(kind, term, request));
}

/** Returns the parameters of a list of terms. */
export function termListArgs({ deps, taxonomy }: TermKind, context: RestArg): Readonly<Record<string, RestArg>> {
  return deps.hooks.applyFiltersSync<Readonly<Record<string, RestArg>>>(
    `rest_${taxonomy.name}_collection_params`,
    termListParams(
      deps,
      context,
      taxonomy.hierarchical
        ? { parent: { description: 'Limit result set to terms assigned to a specific parent.', type: 'integer' } }
        : {},
    ),
    taxonomy,
  );
}
