import { isWpError, type Taxonomy } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { registerItemRoutes } from '../items/item-routes.js';
import { createTermAccess, TERM_DESCRIPTIONS, termChecks } from './term-access.js';
import { findTerm, listTerms, prepareTerm, createTermKind, termListArgs } from './term-items.js';
import { createTermWrites } from './term-writes.js';

/** Registers the endpoints of a taxonomy (`WP_REST_Terms_Controller`). */
export function registerTerms(deps: WpV2Deps, taxonomy: Taxonomy): void {
  const kind = createTermKind(deps, taxonomy);
  registerItemRoutes(deps.rest, {
    namespace: kind.namespace,
    base: kind.base,
    schema: kind.schema,
    ...TERM_DESCRIPTIONS,
    listArgs: (context) => termListArgs(kind, context),
    list: (request) => listTerms(kind, request),
    async show(request) {
      const term = await findTerm(kind, request);
      return isWpError(term) ? term : prepareTerm(kind, term, request);
    },
    ...createTermWrites(kind),
    permissions: termChecks(createTermAccess(kind)),
  });
}
