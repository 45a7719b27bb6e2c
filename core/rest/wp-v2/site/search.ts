import { type Post, type RestArg, type RestRequest, RestResponse } from '../../../api/index.js';
import { toText } from '../../values.js';
import { collectionArgs, idsArg, idsParam, inCollection, listParam, numberParam, pageOf } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, type ItemSchema, publicSchema, responseInContext, wantsLinks } from '../items/item-schema.js';
import { itemsRoute } from '../types/types.js';

const VIEW_AND_EMBED = ['view', 'embed'];

const createSchema = (subtypes: readonly string[]): ItemSchema => ({
  title: 'search-result',
  properties: {
    id: {
      description: 'Unique identifier for the object.',
      type: ['integer', 'string'],
      context: VIEW_AND_EMBED,
      readonly: true,
    },
    title: { description: 'The title for the object.', type: 'string', context: VIEW_AND_EMBED, readonly: true },
    url: { description: 'URL to the object.', type: 'string', format: 'uri', context: VIEW_AND_EMBED, readonly: true },
    type: {
      description: 'Object type.',
      type: 'string',
      enum: ['post', 'term', 'post-format'],
      context: VIEW_AND_EMBED,
      readonly: true,
    },
    subtype: {
      description: 'Object subtype.',
      type: 'string',
      enum: subtypes,
      context: VIEW_AND_EMBED,
      readonly: true,
    },
  },
});
const SCHEMA = createSchema(['post', 'page', 'category', 'post_tag']);

/** Registers `wp/v2/search` (`WP_REST_Search_Controller`): searches posts and terms by their texts. */
export function registerSearch(deps: WpV2Deps): void {
  const { content, hooks, rest } = deps;
  const searchablePostTypes = (): string[] =>
    content
      .getPostTypes({ public: true, showInRest: true })
      .map(({ name }) => name)
      .filter((name) => name !== 'attachment');
  const searchableTaxonomies = (): string[] =>
    content.getTaxonomies({ public: true, showInRest: true }).map(({ name }) => name);

  async function searchPosts(
    request: RestRequest,
    subtypes: readonly string[],
  ): Promise<{ items: RestResponse[]; total: number }> {
    const search = toText(request.getParam('search'));
    const { posts: found, found: total } = await content.queryPosts({
      post_type: subtypes,
      post_status: 'publish',
      posts_per_page: numberParam(request, 'per_page', 10),
      paged: numberParam(request, 'page', 1),
      ignore_sticky_posts: true,
      ...(search === '' ? {} : { s: search }),
      ...(idsParam(request, 'include').length > 0 ? { post__in: idsParam(request, 'include') } : {}),
      ...(idsParam(request, 'exclude').length > 0 ? { post__not_in: idsParam(request, 'exclude') } : {}),
    });
    return {
      total: found.length === 0 ? 0 : total,
      items: await Promise.all(found.map((post) => preparePost(post, request))),
    };
  }

  async function preparePost(post: Post, request: RestRequest): Promise<RestResponse> {
    const title = await hooks.applyFilters('the_title', post.post_title, post.id);
    const url = (await content.getPermalink(post)) || '';
    const response = responseInContext(
      { id: post.id, title, url, type: 'post', subtype: post.post_type },
      SCHEMA,
      request,
    );
    if (!wantsLinks(request)) return response;
    const type = content.getPostTypeObject(post.post_type);
    if (type) response.addLink('self', rest.restUrl(`${itemsRoute(type)}/${post.id}`), { embeddable: true });
    response.addLink('about', rest.restUrl(`wp/v2/types/${post.post_type}`));
    response.addLink('collection', rest.restUrl('wp/v2/search'));
    return response;
  }

  async function searchTerms(
    request: RestRequest,
    subtypes: readonly string[],
  ): Promise<{ items: RestResponse[]; total: number }> {
    const query = { taxonomy: [...subtypes], hide_empty: false, search: toText(request.getParam('search')) };
    const perPage = numberParam(request, 'per_page', 10);
    const [found, total] = [
      await content.getTerms({ ...query, number: perPage, offset: (numberParam(request, 'page', 1) - 1) * perPage }),
      await content.wpCountTerms(query),
    ];
    if (!Array.isArray(found) || typeof total !== 'number') return { items: [], total: 0 };
    const items: RestResponse[] = [];
    for (const term of found) {
      const url = await content.getTermLink(term);
      const response = new RestResponse({
        id: term.term_id,
        title: term.name,
        url: typeof url === 'string' ? url : '',
        type: term.taxonomy,
      });
      items.push(response);
      if (!wantsLinks(request)) continue;
      const taxonomy = content.getTaxonomy(term.taxonomy);
      if (taxonomy)
        response.addLink('self', rest.restUrl(`wp/v2/${taxonomy.restBase || taxonomy.name}/${term.term_id}`), {
          embeddable: true,
        });
      response.addLink('about', rest.restUrl(`wp/v2/taxonomies/${term.taxonomy}`));
      response.addLink('collection', rest.restUrl('wp/v2/search'));
    }
    return { items, total };
  }

  async function search(request: RestRequest): Promise<RestResponse> {
    const requestedSubtypes = listParam(request, 'subtype').map(toText);
    const filterRequested = (all: string[]): string[] =>
      requestedSubtypes.length === 0 || requestedSubtypes.includes('any')
        ? all
        : all.filter((name) => requestedSubtypes.includes(name));
    let result: { items: RestResponse[]; total: number } = { items: [], total: 0 };
    if (request.getParam('type') === 'post')
      result = await searchPosts(request, filterRequested(searchablePostTypes()));
    if (request.getParam('type') === 'term')
      result = await searchTerms(request, filterRequested(searchableTaxonomies()));
    const items = await Promise.all(result.items.map((item) => inCollection(rest.links, item)));
    return pageOf(rest, request, items, { total: result.total, base: 'wp/v2/search' });
  }

  rest.registerRestRoute('wp/v2', '/search', {
    schema: () => publicSchema(rest, createSchema([...searchablePostTypes(), ...searchableTaxonomies()])),
    endpoints: [
      {
        callback: search,
        permissionCallback: () => true,
        // Evaluated for each request: types and taxonomies are registered and unregistered with their plugins.
        get args() {
          return searchArgs(deps, [...searchablePostTypes(), ...searchableTaxonomies(), 'any']);
        },
      },
    ],
  });
}

/** Returns the parameters of a search. */
function searchArgs(deps: WpV2Deps, subtypes: readonly string[]): Readonly<Record<string, RestArg>> {
  return {
    ...collectionArgs(deps, contextArg(deps.rest, SCHEMA, 'view')),
    type: {
      description: 'Limit results to items of an object type.',
      type: 'string',
      default: 'post',
      enum: ['post', 'term', 'post-format'],
    },
    subtype: {
      description: 'Limit results to items of one or more object subtypes.',
      type: 'array',
      default: ['any'],
      items: { type: 'string', enum: subtypes },
    },
    exclude: idsArg('Ensure result set excludes specific IDs.'),
    include: idsArg('Limit result set to specific IDs.'),
  };
}
