import { isWpError, type RestArg, type RestRequest } from '../../../api/index.js';
import { parseList, toText } from '../../values.js';
import { collectionArgs, idsArg, orderArgs } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg } from '../items/item-schema.js';
import { forbidden } from '../items/refusals.js';
import type { PostKind } from './post-kind.js';

const ORDERBY_VALUES = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
];

const TERM_FILTER_ARG: RestArg = {
  type: ['object', 'array'],
  oneOf: [
    { title: 'Term ID List', type: 'array', items: { type: 'integer' } },
    {
      title: 'Term ID Taxonomy Query',
      type: 'object',
      properties: {
        terms: { type: 'array', items: { type: 'integer' }, default: [] },
        include_children: { type: 'boolean', default: false },
        operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' },
      },
      additionalProperties: false,
    },
  ],
};

/** Returns the parameters of a list of posts (`WP_REST_Posts_Controller::get_collection_params`). */
export function postListArgs(deps: WpV2Deps, kind: PostKind): Record<string, RestArg> {
  const { content } = deps;
  const orders = kind.supports('page-attributes') ? [...ORDERBY_VALUES, 'menu_order'] : ORDERBY_VALUES;
  const dateArg = (relation: string): RestArg => ({
    description: `Limit response to posts ${relation} a given ISO8601 compliant date.`,
    type: 'string',
    format: 'date-time',
  });
  const statuses = [...content.getPostStati().map(({ name }) => name), 'any'];
  return {
    ...collectionArgs(deps, contextArg(deps.rest, kind.schema, 'view')),
    after: dateArg('published after'),
    before: dateArg('published before'),
    modified_after: dateArg('modified after'),
    modified_before: dateArg('modified before'),
    exclude: idsArg('Ensure result set excludes specific IDs.'),
    include: idsArg('Limit result set to specific IDs.'),
    ...orderArgs(orders, 'date', 'desc'),
    search_columns: {
      description: 'Array of column names to be searched.',
      type: 'array',
      default: [],
      items: { type: 'string', enum: ['post_title', 'post_content', 'post_excerpt'] },
    },
    search_semantics: { description: 'How to interpret the search input.', type: 'string', enum: ['exact'] },
    slug: {
      description: 'Limit result set to posts with one or more specific slugs.',
      type: 'array',
      items: { type: 'string' },
    },
    status: {
      description: 'Limit result set to posts assigned one or more statuses.',
      type: 'array',
      default: publicStatus(kind),
      items: { type: 'string', enum: statuses },
      sanitizeCallback: (value, request, param) => checkStatuses(deps, kind, { value, request, param }),
    },
    ...typeSpecificArgs(kind),
    ...termArgs(kind),
  };
}

/** Returns parameters that only some post types have. */
function typeSpecificArgs(kind: PostKind): Record<string, RestArg> {
  const args: Record<string, RestArg> = {};
  if (kind.supports('author')) {
    args.author = idsArg('Limit result set to posts assigned to specific authors.');
    args.author_exclude = idsArg('Ensure result set excludes posts assigned to specific authors.');
  }
  if (kind.supports('page-attributes'))
    args.menu_order = { description: 'Limit result set to posts with a specific menu_order value.', type: 'integer' };
  if (kind.type.hierarchical || kind.type.name === 'attachment') {
    args.parent = idsArg('Limit result set to items with particular parent IDs.');
    args.parent_exclude = idsArg('Limit result set to all items except those of a particular parent ID.');
  }
  if (kind.type.name === 'post') {
    args.sticky = { description: 'Limit result set to items that are sticky.', type: 'boolean' };
    args.ignore_sticky = { description: 'Whether to ignore sticky posts or not.', type: 'boolean', default: true };
  }
  return args;
}

function termArgs(kind: PostKind): Record<string, RestArg> {
  const args: Record<string, RestArg> = {};
  if (kind.taxonomies().length > 0)
    args.tax_relation = {
      description: 'Limit result set based on relationship between multiple taxonomies.',
      type: 'string',
      enum: ['AND', 'OR'],
    };
  for (const taxonomy of kind.taxonomies()) {
    const base = taxonomy.restBase || taxonomy.name;
    args[base] = {
      ...TERM_FILTER_ARG,
      description: `Limit result set to items with specific terms assigned in the ${base} taxonomy.`,
    };
    args[`${base}_exclude`] = {
      ...TERM_FILTER_ARG,
      description: `Limit result set to items except those with specific terms assigned in the ${base} taxonomy.`,
    };
  }
  return args;
}

/** Returns the status of posts that everyone may list. */
function publicStatus(kind: PostKind): 'inherit' | 'publish' {
  return kind.type.name === 'attachment' ? 'inherit' : 'publish';
}

async function checkStatuses(
  deps: WpV2Deps,
  kind: PostKind,
  { value, request, param }: { value: unknown; request: RestRequest; param: string },
): Promise<unknown> {
  const statuses = parseList(value).map((status) => toText(status).toLowerCase());
  const { cap } = kind.type;
  for (const status of statuses) {
    if (status === publicStatus(kind)) continue;
    const allowed =
      (await deps.roles.currentUserCan(cap.edit_posts)) ||
      (status === 'private' && (await deps.roles.currentUserCan(cap.read_private_posts)));
    if (!allowed) return forbidden(deps, 'rest_forbidden_status', 'Status is forbidden.');
    const valid = deps.rest.restValidateRequestArg([status], request, param);
    if (isWpError(valid)) return valid;
  }
  return statuses;
}
