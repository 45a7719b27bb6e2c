import type { PluginScope, AsyncMethodName } from '../../api/index.js';
import { trackCall } from '../../hooks/index.js';

/** Every asynchronous check that a plugin can call; the compiler ensures that the list is complete. */
const ASYNC_CHECK_NAMES: Readonly<Record<AsyncMethodName<PluginScope>, true>> = {
  wpAttachmentIs: true,
  wpAttachmentIsImage: true,
  hasPostThumbnail: true,
  checkComment: true,
  wpCheckCommentDisallowedList: true,
  commentsOpen: true,
  hasNavMenu: true,
  isNavMenuAutoAdd: true,
  metadataExists: true,
  isProtectedMeta: true,
  hasExcerpt: true,
  isSticky: true,
  hasTerm: true,
  isObjectInTerm: true,
  termExists: true,
  termIsAncestorOf: true,
  usernameExists: true,
  emailExists: true,
  validateUsername: true,
  wpCheckPassword: true,
  verifyPassword: true,
  currentUserCan: true,
  requireCapability: true,
  userCan: true,
  authorCan: true,
  isSuperAdmin: true,
  roleHasCap: true,
  isPluginActive: true,
  isPluginInactive: true,
  isPostPubliclyViewable: true,
  postPasswordRequired: true,
  isActiveSidebar: true,
};

type AsyncChecks = Partial<Pick<PluginScope, AsyncMethodName<PluginScope>>>;

/** Wraps the asynchronous checks among the host's functions for plugins, so that unawaited calls are detected. */
export function wrapAsyncChecks<Functions extends AsyncChecks & object>(
  functions: Functions,
): Pick<Functions, AsyncMethodName<PluginScope> & keyof Functions> {
  const wrapped = Object.keys(ASYNC_CHECK_NAMES).flatMap((name) => {
    const check = (functions as Readonly<Record<string, unknown>>)[name];
    return typeof check === 'function'
      ? [[name, withAwaitCheck(name, check as (...args: unknown[]) => unknown)] as const]
      : [];
  });
  return Object.fromEntries(wrapped) as Pick<Functions, AsyncMethodName<PluginScope> & keyof Functions>;
}

/** Wraps a check, so that an unawaited call is detected; a synchronous result needs no tracking. */
function withAwaitCheck(name: string, check: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  return (...args) => {
    const result = check(...args);
    if (!(result instanceof Promise)) return result;
    return trackCall(name, result);
  };
}
