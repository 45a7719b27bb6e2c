import type { PluginScope, AsyncAnswerName } from '../api/index.js';
import { askedHere } from '../hooks/index.js';

/** Every question that a plugin can ask; the compiler keeps it whole. */
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

type Asked = Partial<Pick<PluginScope, AsyncAnswerName<PluginScope>>>;

/** The questions among functions of the host, as plugins get them: whoever asks one and does not wait is found. */
export function asyncAnswersOf<Functions extends Asked & object>(
  functions: Functions,
): Pick<Functions, AsyncAnswerName<PluginScope> & keyof Functions> {
  const asked = Object.keys(ASYNC_ANSWERS).flatMap((name) => {
    const ask = (functions as Readonly<Record<string, unknown>>)[name];
    return typeof ask === 'function' ? [[name, heedful(name, ask as (...args: unknown[]) => unknown)] as const] : [];
  });
  return Object.fromEntries(asked) as Pick<Functions, AsyncAnswerName<PluginScope> & keyof Functions>;
}

/** What is answered at once needs no waiting. */
function heedful(name: string, ask: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  return (...args) => {
    const answer = ask(...args);
    if (!(answer instanceof Promise)) return answer;
    // Who does not wait is told so by its entry; a refusal that nobody hears is no error beside that.
    answer.catch(() => undefined);
    return askedHere(name, answer);
  };
}
