import type { PluginScope, AsyncAnswerName } from '../../api/index.js';
import { askedHere } from '../../hooks/index.js';

/** Every asynchronous check that a plugin can call; the compiler ensures that the list is complete. */
const ASYNC_ANSWERS: Readonly<Record<AsyncAnswerName<PluginScope>, true>> = {
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

type AsyncChecks = Partial<Pick<PluginScope, AsyncAnswerName<PluginScope>>>;

/** Wraps the asynchronous checks among the host's functions for plugins, so that unawaited calls are detected. */
export function asyncAnswersOf<Functions extends AsyncChecks & object>(
  functions: Functions,
): Pick<Functions, AsyncAnswerName<PluginScope> & keyof Functions> {
  const wrapped = Object.keys(ASYNC_ANSWERS).flatMap((name) => {
    const check = (functions as Readonly<Record<string, unknown>>)[name];
    return typeof check === 'function'
      ? [[name, withAwaitCheck(name, check as (...args: unknown[]) => unknown)] as const]
      : [];
  });
  return Object.fromEntries(wrapped) as Pick<Functions, AsyncAnswerName<PluginScope> & keyof Functions>;
}

/** A synchronous result needs no tracking. */
function withAwaitCheck(name: string, check: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  return (...args) => {
    const result = check(...args);
    if (!(result instanceof Promise)) return result;
    // The missing `await` is reported by the plugin's entry; an additional unhandled rejection would be noise.
    result.catch(() => undefined);
    return askedHere(name, result);
  };
}
