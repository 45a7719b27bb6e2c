import type { RestArg, RestEndpoint, RestPermissionCallback } from '../../../api/index.js';
import type { Rest } from '../../rest.js';
import { contextArg, type ItemSchema, publicSchema, writeArgs } from './item-schema.js';

type Callback = RestEndpoint['callback'];

/** Definition of a collection's endpoints: list, create, and access to a single item. */
export interface ItemRoutes {
  readonly namespace: string;
  /** Path of the list below the namespace. */
  readonly base: string;
  readonly schema: ItemSchema;
  /** Description of an item's id. */
  readonly idDescription: string;
  /** Description of the `force` parameter of a deletion. */
  readonly forceDescription: string;
  listArgs(context: RestArg): Readonly<Record<string, RestArg>>;
  readonly list: Callback;
  readonly create: Callback;
  readonly show: Callback;
  readonly update: Callback;
  readonly remove: Callback;
  readonly permissions: Readonly<Record<'list' | 'create' | 'show' | 'update' | 'remove', RestPermissionCallback>>;
}

/** Registers the routes of a collection and its items. */
export function registerItemRoutes(rest: Rest, routes: ItemRoutes): void {
  registerList(rest, routes);
  registerItem(rest, routes);
}

function registerList(rest: Rest, { namespace, base, schema, listArgs, list, create, permissions }: ItemRoutes): void {
  rest.registerRestRoute(namespace, `/${base}`, {
    schema: () => publicSchema(rest, schema),
    allowBatch: { v1: true },
    endpoints: [
      {
        methods: 'GET',
        callback: list,
        permissionCallback: permissions.list,
        args: listArgs(contextArg(rest, schema, 'view')),
      },
      {
        methods: 'POST',
        callback: create,
        args: writeArgs(rest, schema, true),
        permissionCallback: permissions.create,
      },
    ],
  });
}

function registerItem(rest: Rest, routes: ItemRoutes): void {
  const { namespace, base, schema, show, update, remove, permissions } = routes;
  rest.registerRestRoute(namespace, `/${base}/(?P<id>[\\d]+)`, {
    schema: () => publicSchema(rest, schema),
    allowBatch: { v1: true },
    args: { id: { description: routes.idDescription, type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        callback: show,
        args: { context: contextArg(rest, schema, 'view') },
        permissionCallback: permissions.show,
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: update,
        args: writeArgs(rest, schema, false),
        permissionCallback: permissions.update,
      },
      {
        methods: 'DELETE',
        callback: remove,
        args: { force: { type: 'boolean', default: false, description: routes.forceDescription } },
        permissionCallback: permissions.remove,
      },
    ],
  });
}
