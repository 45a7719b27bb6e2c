import type { RestApi } from '../../api/index.js';
import { findEntities, type EntityDeps, getEntities } from './entities.js';

/** The REST route through which form fields search files, entries and terms. */
export const ENTITIES_ROUTE = { namespace: 'plinth/v1', path: '/entities' } as const;

const MAX_KINDS = 10;
const MAX_IDS = 50;

/**
 * Registers `GET plinth/v1/entities`, the search of form fields. Available to logged-in users; returns only what the
 * user may read.
 * @since 0.1.0
 */
export function registerEntitiesRoute(deps: EntityDeps & { readonly rest: Pick<RestApi, 'registerRestRoute'> }): void {
  deps.rest.registerRestRoute(ENTITIES_ROUTE.namespace, ENTITIES_ROUTE.path, {
    methods: 'GET',
    permissionCallback: () => deps.roles.currentUserCan('read'),
    args: {
      type: {
        description: 'Kind of entity the field refers to.',
        type: 'string',
        enum: ['media', 'post', 'term'],
        required: true,
      },
      of: {
        description: 'Media types, post types or a taxonomy.',
        type: 'array',
        items: { type: 'string', maxLength: 100 },
        maxItems: MAX_KINDS,
        default: [],
      },
      search: { description: 'Search term, or an ID.', type: 'string', maxLength: 100, default: '' },
      include: {
        description: 'Limit the result to these IDs, in this order.',
        type: 'array',
        items: { type: 'integer', minimum: 1 },
        maxItems: MAX_IDS,
      },
    },
    callback: async (request) => {
      const { type, of, search, include } = request.getParams() as {
        type: 'media' | 'post' | 'term';
        of: string[];
        search: string;
        include?: number[];
      };
      const kind = { type, source: of };
      return include === undefined ? findEntities(deps, kind, search.trim()) : getEntities(deps, kind, include);
    },
  });
}
