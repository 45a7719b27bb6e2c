import {
  isWpError,
  type RestArg,
  type RestRequest,
  RestResponse,
  type Taxonomy,
  type Term,
  type TermInput,
  type TermQuery,
  type WpError,
} from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import {
  collectionArgs,
  idsArg,
  idsParam,
  inCollection,
  listParam,
  numberParam,
  orderArgs,
  pageAtOffset,
  pageOf,
} from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, contextOf, filterByContext, publicSchema, wantsLinks, writeArgs } from '../items/item-schema.js';
import { createMetaField } from '../items/meta-field.js';
import { failure, forbidden } from '../items/refusals.js';
import { termSchema } from './terms-schema.js';
import { itemsRoute } from '../types/types.js';

const ORDERS: Record<string, string> = {
  id: 'term_id',
  include: 'include',
  name: 'name',
  slug: 'slug',
  include_slugs: 'slug__in',
  term_group: 'term_group',
  description: 'description',
  count: 'count',
};

/** Registers the endpoints of a taxonomy (`WP_REST_Terms_Controller`). */
export function registerTerms(deps: WpV2Deps, taxonomy: Taxonomy): void {
  const { content, rest, roles } = deps;
  const meta = createMetaField(deps, 'term', taxonomy.name);
  const schema = termSchema(deps, taxonomy, meta);
  const base = taxonomy.restBase || taxonomy.name;
  const namespace = taxonomy.restNamespace || 'wp/v2';
  const route = `${namespace}/${base}`;
  const may = (capability: string, ...args: unknown[]): Promise<boolean> => roles.currentUserCan(capability, ...args);

  async function find(request: RestRequest): Promise<Term | WpError> {
    const term = await content.getTerm(numberParam(request, 'id'), taxonomy.name);
    return term && !isWpError(term) && term.taxonomy === taxonomy.name
      ? term
      : failure('rest_term_invalid', 'Term does not exist.', 404);
  }

  async function prepare(term: Term, request: RestRequest): Promise<RestResponse> {
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
    for (const [attribute, { getCallback }] of rest.fields.of(schema.title)) {
      if (getCallback) data[attribute] = await getCallback(data, attribute, request, schema.title);
    }
    const response = new RestResponse(filterByContext(data, { ...schema, type: 'object' }, contextOf(request)));
    if (wantsLinks(request)) addLinks(response, term);
    const filtered = await deps.hooks.applyFilters(`rest_prepare_${taxonomy.name}`, response, term, request);
    return filtered instanceof RestResponse ? filtered : response;
  }

  function addLinks(response: RestResponse, term: Term): void {
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

  async function mayList(request: RestRequest): Promise<boolean | WpError> {
    if (!taxonomy.showInRest) return false;
    if (contextOf(request) === 'edit' && !(await may(taxonomy.cap.edit_terms))) {
      return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit terms in this taxonomy.');
    }
    if (isEmpty(request.getParam('post'))) return true;
    const postId = numberParam(request, 'post');
    const status = await content.getPostStatus(postId);
    if (status === false) return failure('rest_post_invalid_id', 'Invalid post ID.', 400);
    if (status === 'publish' || (await may('read_post', postId))) return true;
    return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to view terms for this post.');
  }

  async function list(request: RestRequest): Promise<unknown> {
    const perPage = numberParam(request, 'per_page', 10);
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
    const total = await content.wpCountTerms(query);
    if (isWpError(total)) return total;
    const found = await content.getTerms({
      ...query,
      orderby: ORDERS[toText(request.getParam('orderby'))] ?? 'name',
      order: toText(request.getParam('order')),
      number: perPage,
      offset: isEmpty(request.getParam('offset'))
        ? (numberParam(request, 'page', 1) - 1) * perPage
        : numberParam(request, 'offset'),
    });
    if (isWpError(found)) return found;
    const items: unknown[] = [];
    for (const term of found) items.push(await inCollection(rest.links, await prepare(term, request)));
    return pageOf(rest, request, items, total, route, pageAtOffset(request));
  }

  async function inputOf(request: RestRequest): Promise<TermInput | WpError> {
    const input = await askedFor(request);
    return isWpError(input)
      ? input
      : deps.hooks.applyFilters<TermInput>(`rest_pre_insert_${taxonomy.name}`, input, request);
  }

  async function askedFor(request: RestRequest): Promise<TermInput | WpError> {
    const input: TermInput = {};
    for (const field of ['name', 'slug', 'description'] as const)
      if (request.hasParam(field)) input[field] = toText(request.getParam(field));
    if (!request.hasParam('parent')) return input;
    if (!taxonomy.hierarchical)
      return failure('rest_taxonomy_not_hierarchical', 'Cannot set parent term, taxonomy is not hierarchical.', 400);
    const parent = numberParam(request, 'parent');
    const exists = parent === 0 || (await content.termExists(parent, taxonomy.name)) !== null;
    return exists ? { ...input, parent } : failure('rest_term_invalid', 'Parent term does not exist.', 400);
  }

  async function written(id: number, request: RestRequest, creating: boolean): Promise<unknown> {
    request.setParam('id', id);
    const term = await find(request);
    if (isWpError(term)) return term;
    await deps.hooks.doAction(`rest_insert_${taxonomy.name}`, term, request, creating);
    const unfit = await meta.write(id, request.getParam('meta'));
    if (unfit) return unfit;
    request.setParam('context', 'edit');
    await deps.hooks.doAction(`rest_after_insert_${taxonomy.name}`, term, request, creating);
    const response = await prepare(term, request);
    if (creating) {
      response.setStatus(201);
      response.header('Location', rest.restUrl(`${route}/${id}`));
    }
    return response;
  }

  async function create(request: RestRequest): Promise<unknown> {
    const input = await inputOf(request);
    if (isWpError(input)) return input;
    const result = await content.wpInsertTerm(input.name ?? '', taxonomy.name, input);
    if (!isWpError(result)) return written(result.term_id, request, true);
    // Who asks for a term that is there may want to use it.
    if (result.getErrorCode() === 'term_exists') {
      const id = result.getErrorData();
      return failureWithTerm(result, id);
    }
    return result;
  }

  async function update(request: RestRequest): Promise<unknown> {
    const term = await find(request);
    if (isWpError(term)) return term;
    const input = await inputOf(request);
    if (isWpError(input)) return input;
    if (Object.keys(input).length > 0) {
      const result = await content.wpUpdateTerm(term.term_id, taxonomy.name, input);
      if (isWpError(result)) return result;
    }
    return written(term.term_id, request, false);
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const term = await find(request);
    if (isWpError(term)) return term;
    if (request.getParam('force') !== true)
      return failure('rest_trash_not_supported', "Terms do not support trashing. Set 'force=true' to delete.", 501);
    request.setParam('context', 'view');
    const previous = (await prepare(term, request)).getData();
    const done = await content.wpDeleteTerm(term.term_id, taxonomy.name);
    if (done !== true) return failure('rest_cannot_delete', 'The term cannot be deleted.', 500);
    const response = new RestResponse({ deleted: true, previous });
    await deps.hooks.doAction(`rest_delete_${taxonomy.name}`, term, response, request);
    return response;
  }

  const mayChange =
    (capability: 'edit_term' | 'delete_term', code: string, message: string) =>
    async (request: RestRequest): Promise<true | WpError> => {
      const term = await find(request);
      if (isWpError(term)) return term;
      return (await may(capability, term.term_id)) || forbidden(deps, code, message);
    };
  const show = async (request: RestRequest): Promise<unknown> => {
    const term = await find(request);
    return isWpError(term) ? term : prepare(term, request);
  };
  const context = contextArg(rest, schema, 'view');
  const shown = (): ReturnType<typeof publicSchema> => publicSchema(rest, schema);

  rest.registerRestRoute(namespace, `/${base}`, {
    schema: shown,
    allowBatch: { v1: true },
    endpoints: [
      {
        methods: 'GET',
        callback: list,
        permissionCallback: mayList,
        args: deps.hooks.applyFiltersSync<Readonly<Record<string, RestArg>>>(
          `rest_${taxonomy.name}_collection_params`,
          {
            ...collectionArgs(deps, context),
            exclude: idsArg('Ensure result set excludes specific IDs.'),
            include: idsArg('Limit result set to specific IDs.'),
            ...orderArgs(Object.keys(ORDERS), 'name', 'asc'),
            hide_empty: {
              description: 'Whether to hide terms not assigned to any posts.',
              type: 'boolean',
              default: false,
            },
            ...(taxonomy.hierarchical
              ? { parent: { description: 'Limit result set to terms assigned to a specific parent.', type: 'integer' } }
              : {}),
            post: {
              description: 'Limit result set to terms assigned to a specific post.',
              type: 'integer',
              default: null,
            },
            slug: {
              description: 'Limit result set to terms with one or more specific slugs.',
              type: 'array',
              items: { type: 'string' },
            },
          },
          taxonomy,
        ),
      },
      {
        methods: 'POST',
        callback: create,
        args: writeArgs(rest, schema, true),
        permissionCallback: async () =>
          (await may(taxonomy.hierarchical ? taxonomy.cap.edit_terms : taxonomy.cap.assign_terms)) ||
          forbidden(deps, 'rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.'),
      },
    ],
  });
  rest.registerRestRoute(namespace, `/${base}/(?P<id>[\\d]+)`, {
    schema: shown,
    allowBatch: { v1: true },
    args: { id: { description: 'Unique identifier for the term.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        callback: show,
        args: { context },
        permissionCallback: async (request) => {
          const term = await find(request);
          if (isWpError(term)) return term;
          if (contextOf(request) !== 'edit' || (await may('edit_term', term.term_id))) return true;
          return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this term.');
        },
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: update,
        args: writeArgs(rest, schema, false),
        permissionCallback: mayChange(
          'edit_term',
          'rest_cannot_update',
          'Sorry, you are not allowed to edit this term.',
        ),
      },
      {
        methods: 'DELETE',
        callback: remove,
        args: {
          force: {
            type: 'boolean',
            default: false,
            description: 'Required to be true, as terms do not support trashing.',
          },
        },
        permissionCallback: mayChange(
          'delete_term',
          'rest_cannot_delete',
          'Sorry, you are not allowed to delete this term.',
        ),
      },
    ],
  });
}

function failureWithTerm(error: WpError, id: unknown): WpError {
  error.addData(id, 'term_exists');
  error.addData({ status: 400, term_id: id }, 'term_exists');
  return error;
}
