import {
  type ContentTypesApi,
  type FormFields,
  type FormValue,
  type HookApi,
  type PermalinksApi,
  type PostQuery,
  type WpRequest,
} from '../api/index.js';
import { WpDie } from './wp-die.js';

/** The query variables of a request (WordPress: WP::parse_request). */
export type QueryVars = Record<string, FormValue>;

export interface ParsedRequest {
  /** The request object that is passed to plugins. */
  wp: WpRequest;
  vars: QueryVars;
  /** Variables from the path, without those from the query string and form. */
  fromPath: Record<string, string>;
  /** Whether the path matches no rule of the site. */
  isUnmatched: boolean;
}

interface RequestParts {
  /** The path of the request below the site's URL. */
  path: string;
  query: FormFields;
  form: FormFields;
}

interface ParseDeps {
  hooks: HookApi;
  content: Pick<PermalinksApi, 'parsePath' | 'publicQueryVars'> & ContentTypesApi;
}

/**
 * Parses the path, query string and form data of a request into query variables (WordPress: WP::parse_request).
 * @throws WpDie 400 if a variable has different values in the form data and the query string
 */
export async function parseRequest({ hooks, content }: ParseDeps, parts: RequestParts): Promise<ParsedRequest> {
  const wp: WpRequest = { request: parts.path.replace(/^\/+|\/+$/g, ''), queryVars: {}, matchedRule: '' };
  if (!(await hooks.applyFilters('do_parse_request', true, wp, '')))
    return { wp, vars: wp.queryVars, fromPath: {}, isUnmatched: false };
  const found = await content.parsePath(parts.path);
  const fromPath = found ?? {};
  const names = await hooks.applyFilters('query_vars', content.publicQueryVars());
  wp.queryVars = await hooks.applyFilters<QueryVars>('request', readVars(content, names, fromPath, parts));
  await hooks.doAction('parse_request', wp);
  return { wp, vars: wp.queryVars, fromPath, isUnmatched: found === null };
}

function readVars(
  content: ParseDeps['content'],
  names: readonly string[],
  fromPath: Record<string, string>,
  { query, form }: RequestParts,
): QueryVars {
  const sentNames = new Set([form, query, fromPath].flatMap((fields) => Object.keys(fields)));
  const vars: QueryVars = {};
  for (const name of names) {
    if (!sentNames.has(name)) continue;
    const [inForm, inQuery] = [getOwn(form, name), getOwn(query, name)];
    if (inForm !== undefined && inQuery !== undefined && JSON.stringify(inForm) !== JSON.stringify(inQuery)) {
      throw new WpDie(400, 'A variable mismatch has been detected.', 'Sorry, you are not allowed to view this item.');
    }
    const value = inForm ?? inQuery ?? getOwn(fromPath, name);
    if (value === undefined) continue;
    vars[name] = value;
    const type = content.getPostTypes().findLast(({ queryVar }) => queryVar === name);
    if (type && value !== '' && typeof value === 'string') Object.assign(vars, { post_type: type.name, name: value });
  }
  for (const { queryVar } of content.getTaxonomies())
    if (queryVar !== false && typeof vars[queryVar] === 'string') vars[queryVar] = vars[queryVar].replaceAll(' ', '+');
  if (typeof vars.taxonomy === 'string') {
    const taxonomy = content.getTaxonomy(vars.taxonomy);
    if (taxonomy && !taxonomy.publiclyQueryable) for (const name of ['taxonomy', 'term']) delete vars[name];
  }
  removeHiddenTypes(vars, content);
  return vars;
}

function getOwn<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Removes post types that have no URLs, because visitors must not request them. */
function removeHiddenTypes(vars: QueryVars, content: ContentTypesApi): void {
  const requestedType = vars.post_type;
  if (requestedType === undefined) return;
  const allowed = (name: FormValue): boolean =>
    typeof name === 'string' && (content.getPostTypeObject(name)?.publiclyQueryable ?? false);
  if (Array.isArray(requestedType)) vars.post_type = requestedType.filter(allowed);
  else if (!allowed(requestedType)) delete vars.post_type;
}

/** Returns a variable as a string; empty if it has another type. */
export function textVar(vars: PostQuery, name: string): string {
  const value = vars[name];
  return typeof value === 'string' ? value : '';
}
