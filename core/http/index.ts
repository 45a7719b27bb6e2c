export { type AppDeps, createApp, type Handler } from './app.js';
export { BODY_LIMIT } from './body.js';
export { isFromHere } from './from-here.js';
export { requestLanguage, visitorLocale } from './language.js';
export { createKeptAnswers } from './kept-answers.js';
export { createPageCache } from './page-cache.js';
export { pageHandler } from './page-handler.js';
export {
  createPageRequests,
  FILE_MEGABYTES,
  restoredRequest,
  UPLOAD_LIMIT,
  type MakePageRequest,
  type SitePageRequest,
} from './page-request.js';
export { sendReply } from './send-reply.js';
export { listen, type RunningServer } from './server.js';
export {
  asksPlugins,
  createSessions,
  currentVerifier,
  passwordPart,
  sessionToken,
  type Sessions,
  type SignIn,
} from './session.js';
export type { OwnWords } from './own-words.js';
export { createSendPage, type DocumentReply } from './page-answer.js';
export { staticFiles } from './static-files.js';
export { type AnswerCost, createTiming } from './timing.js';
