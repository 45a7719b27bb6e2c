import type { ContentTypesApi, PostStatus, PostStatusArgs } from '../../api/index.js';
import { matches } from './post-types.js';

type Statuses = Pick<
  ContentTypesApi,
  'registerPostStatus' | 'unregisterPostStatus' | 'getPostStatusObject' | 'getPostStati'
>;

const BUILTIN_STATUSES: [string, PostStatusArgs][] = [
  ['publish', { label: 'Published', public: true }],
  ['future', { label: 'Scheduled', protected: true }],
  ['draft', { label: 'Draft', protected: true, dateFloating: true }],
  ['pending', { label: 'Pending', protected: true, dateFloating: true }],
  ['private', { label: 'Private', private: true }],
  ['trash', { label: 'Trash', internal: true, showInAdminStatusList: true }],
  ['auto-draft', { label: 'auto-draft', internal: true, dateFloating: true }],
  ['inherit', { label: 'inherit', internal: true, excludeFromSearch: false }],
  ['request-pending', { label: 'Pending', internal: true, excludeFromSearch: false }],
  ['request-confirmed', { label: 'Confirmed', internal: true, excludeFromSearch: false }],
  ['request-failed', { label: 'Failed', internal: true, excludeFromSearch: false }],
  ['request-completed', { label: 'Completed', internal: true, excludeFromSearch: false }],
];

/** Creates the registry of post statuses (WordPress: register_post_status, get_post_status_object …). */
export function createPostStatuses(): Statuses {
  const statuses = new Map<string, PostStatus>();

  const register = (name: string, args: PostStatusArgs = {}): PostStatus => {
    const hasNoFlags = [args.public, args.internal, args.protected, args.private].every((flag) => flag === undefined);
    const internal = args.internal ?? hasNoFlags;
    const status: PostStatus = {
      name,
      label: args.label ?? name,
      public: args.public ?? false,
      internal,
      protected: args.protected ?? false,
      private: args.private ?? false,
      publiclyQueryable: args.publiclyQueryable ?? args.public ?? false,
      excludeFromSearch: args.excludeFromSearch ?? internal,
      showInAdminAllList: args.showInAdminAllList ?? !internal,
      showInAdminStatusList: args.showInAdminStatusList ?? !internal,
      dateFloating: args.dateFloating ?? false,
      builtin: args.builtin ?? false,
    };
    statuses.set(name, status);
    return status;
  };
  for (const [name, args] of BUILTIN_STATUSES) register(name, { ...args, builtin: true });

  return {
    registerPostStatus: register,
    unregisterPostStatus(name) {
      if (!statuses.get(name)?.builtin) statuses.delete(name);
    },
    getPostStatusObject: (name) => statuses.get(name) ?? null,
    getPostStati: (filter = {}) => [...statuses.values()].filter((status) => matches(status, filter)),
  };
}
