import { isWpError, type RestRequest, type Taxonomy } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, publicSchema, writeArgs } from '../items/item-schema.js';
import { createTermAccess, type TermAccess } from './term-access.js';
import { findTerm, listTerms, prepareTerm, type TermKind, termKind, termListArgs } from './term-items.js';
import { createTermWrites, type TermWrites } from './term-writes.js';

/** Registers the endpoints of a taxonomy (`WP_REST_Terms_Controller`). */
export function registerTerms(deps: WpV2Deps, taxonomy: Taxonomy): void {
  const kind = termKind(deps, taxonomy);
  const access = createTermAccess(kind);
  const writes = createTermWrites(kind);
  registerList(kind, access, writes);
  registerItem(kind, access, writes);
}

function registerList(kind: TermKind, access: TermAccess, writes: TermWrites): void {
  const { namespace, base, schema } = kind;
  const { rest } = kind.deps;
  rest.registerRestRoute(namespace, `/${base}`, {
    schema: () => publicSchema(rest, schema),
    allowBatch: { v1: true },
    endpoints: [
      {
        methods: 'GET',
        callback: (request) => listTerms(kind, request),
        permissionCallback: access.mayList,
        args: termListArgs(kind, contextArg(rest, schema, 'view')),
      },
      {
        methods: 'POST',
        callback: writes.create,
        args: writeArgs(rest, schema, true),
        permissionCallback: access.mayCreate,
      },
    ],
  });
}

function registerItem(kind: TermKind, access: TermAccess, writes: TermWrites): void {
  const { namespace, base, schema } = kind;
  const { rest } = kind.deps;
  const show = async (request: RestRequest): Promise<unknown> => {
    const term = await findTerm(kind, request);
    return isWpError(term) ? term : prepareTerm(kind, term, request);
  };
  rest.registerRestRoute(namespace, `/${base}/(?P<id>[\\d]+)`, {
    schema: () => publicSchema(rest, schema),
    allowBatch: { v1: true },
    args: { id: { description: 'Unique identifier for the term.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        callback: show,
        args: { context: contextArg(rest, schema, 'view') },
        permissionCallback: access.mayShow,
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: writes.update,
        args: writeArgs(rest, schema, false),
        permissionCallback: access.mayChange(
          'edit_term',
          'rest_cannot_update',
          'Sorry, you are not allowed to edit this term.',
        ),
      },
      {
        methods: 'DELETE',
        callback: writes.remove,
        args: {
          force: {
            type: 'boolean',
            default: false,
            description: 'Required to be true, as terms do not support trashing.',
          },
        },
        permissionCallback: access.mayChange(
          'delete_term',
          'rest_cannot_delete',
          'Sorry, you are not allowed to delete this term.',
        ),
      },
    ],
  });
}
