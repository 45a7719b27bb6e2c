import { isWpError, type RestLink, type RestResponse } from '../api/index.js';
import { allowedMethods } from './allow.js';
import type { Dispatcher } from './dispatcher.js';
import { matchRequest } from './match.js';
import { parsePhpQuery } from './php-query.js';
import { Request } from './request.js';
import type { RestCore } from './server-parts.js';
import { type Dictionary, isDictionary, isEmpty, parseList, toText } from './values.js';

interface Curie {
  name: string;
  href: string;
  templated: boolean;
}

/** The value of `_embed`: everything, or some relations; false for nothing. */
export type Embed = boolean | readonly string[];

/** Parses `_embed` (`rest_parse_embed_param`). */
export function parseEmbed(value: unknown): Embed {
  if (value === undefined) return false;
  if (isEmpty(value) || value === 'true' || value === '1') return true;
  const relations = parseList(value).map(toText);
  return relations.length === 0 ? true : relations;
}

export interface Links {
  /** Returns the links of a response with short relation names (`get_compact_response_links`). */
  compactLinks(response: RestResponse): Promise<Dictionary>;
  /** Returns the data of a response with its links, and the embedded resources (`response_to_data`). */
  toData(response: RestResponse, embed: Embed): Promise<unknown>;
}

export function createLinks(core: RestCore, dispatcher: Dispatcher): Links {
  const { deps, table } = core;

  async function compactLinks(response: RestResponse): Promise<Dictionary> {
    const links = Object.entries(response.getLinks());
    if (links.length === 0) return {};
    const curies = await getCuries();
    const used = new Map<string, Curie>();
    const plainLinks: Dictionary = {};
    const curieLinks: Dictionary = {};
    for (const [relation, items] of links) {
      const linkData = await Promise.all(
        items.map(async (item) => (relation === 'self' ? withTargetHints(item) : toLinkData(item))),
      );
      const curie = curies.find(({ href }) => {
        const [prefix = ''] = href.split('{rel}');
        return relation.startsWith(prefix) && relation.length > prefix.length;
      });
      if (!curie) plainLinks[relation] = linkData;
      else {
        curieLinks[`${curie.name}:${relation.slice(curie.href.indexOf('{rel}'))}`] = linkData;
        used.set(curie.name, curie);
      }
    }
    const compact = { ...plainLinks, ...curieLinks };
    return used.size === 0 ? compact : { ...compact, curies: [...used.values()] };
  }

  async function getCuries(): Promise<Curie[]> {
    const filteredCuries = await deps.hooks.applyFilters<Omit<Curie, 'templated'>[]>('rest_response_link_curies', []);
    return [...filteredCuries, { name: 'wp', href: 'https://api.w.org/{rel}' }].map((curie) => ({
      ...curie,
      templated: true,
    }));
  }

  /** Adds the methods that the visitor may use on the item itself. */
  async function withTargetHints(item: RestLink): Promise<Dictionary> {
    const linkData = toLinkData(item);
    if (item.targetHints !== undefined) return linkData;
    const request = requestForUrl(item.href);
    const match = request && matchRequest(table, request);
    if (!match || isWpError(match) || (await dispatcher.check(request, match))) return linkData;
    const methods = await allowedMethods(core, match.route.pattern, request);
    return methods.length === 0 ? linkData : { ...linkData, targetHints: { allow: methods } };
  }

  /** Creates a request for a URL of this site's API, or undefined for any other URL (`WP_REST_Request::from_url`). */
  function requestForUrl(url: string): Request | undefined {
    const target = parseUrl(url, deps.homeUrl());
    if (!target) return undefined;
    const query = parsePhpQuery(target.search.slice(1));
    const root = new URL(core.api.restUrl());
    let route: string;
    if (target.pathname.startsWith(root.pathname)) route = `/${target.pathname.slice(root.pathname.length)}`;
    else if (typeof query.rest_route === 'string') route = query.rest_route;
    else return undefined;
    delete query.rest_route;
    const request = new Request('GET', route);
    request.setQueryParams(query);
    return request;
  }

  async function fetchEmbedded(href: string): Promise<unknown> {
    const request = requestForUrl(href);
    if (!request) return [];
    if (isEmpty(request.getParam('context'))) request.setParam('context', 'embed');
    if (isEmpty(request.getParam('per_page'))) {
      const match = matchRequest(table, request);
      const max = isWpError(match) ? undefined : match.handler.args.per_page?.maximum;
      if (max !== undefined) request.setParam('per_page', max);
    }
    const response = await dispatcher.finish(await dispatcher.dispatch(request), request);
    return toData(response, false);
  }

  async function embedLinks(data: unknown, embed: Embed, cache: Map<string, unknown>): Promise<unknown> {
    if (!isDictionary(data) || !isDictionary(data._links)) return data;
    const embeddedLinks: Dictionary = {};
    for (const [relation, links] of Object.entries(data._links)) {
      if ((Array.isArray(embed) && !embed.includes(relation)) || !Array.isArray(links)) continue;
      const embeds: unknown[] = [];
      for (const link of links as RestLink[]) {
        if (isEmpty(link.embeddable)) {
          embeds.push([]);
          continue;
        }
        if (!cache.has(link.href)) cache.set(link.href, await fetchEmbedded(link.href));
        embeds.push(cache.get(link.href));
      }
      if (embeds.some((item) => !isEmpty(item))) embeddedLinks[relation] = embeds;
    }
    return Object.keys(embeddedLinks).length === 0 ? data : { ...data, _embedded: embeddedLinks };
  }

  async function toData(response: RestResponse, embed: Embed): Promise<unknown> {
    let data = response.getData();
    const links = await compactLinks(response);
    if (Object.keys(links).length > 0 && typeof data === 'object') data = { ...data, _links: links };
    if (!embed) return data;
    const cache = new Map<string, unknown>();
    if (!Array.isArray(data)) return embedLinks(data, embed, cache);
    const items: unknown[] = [];
    for (const item of data) items.push(await embedLinks(item, embed, cache));
    return items;
  }

  return { compactLinks, toData };
}

/** Returns a link with its attributes first and its URL last, as in WordPress. */
function toLinkData({ href, ...attributes }: RestLink): Dictionary {
  return { ...attributes, href };
}

function parseUrl(url: string, base: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
