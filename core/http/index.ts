export { type AppDeps, createApp } from './app.js';
export type { Handler } from './handler.js';
export { BODY_LIMIT } from './body.js';
export {
  isFromHere,
  createPageRequests,
  FILE_MEGABYTES,
  restoredRequest,
  UPLOAD_LIMIT,
  type MakePageRequest,
  type SitePageRequest,
} from './page-request.js';
export { requestLanguage, visitorLocale } from './language.js';
export { createRestCache } from './rest-cache.js';
export { createPageCache } from './page-cache.js';
export { pageHandler, sendReply } from './send-reply.js';
export { listen, type RunningServer } from './server.js';
export {
  pluginsIdentifyUsers,
  createSessions,
  currentVerifier,
  passwordPart,
  sessionToken,
  type Sessions,
  type LoginRecord,
} from './session.js';
export { type OwnerTexts, createSendPage, type DocumentReply } from './page-response.js';
export { staticFiles } from './static-files.js';
export { type ResponseCost, createTiming } from './timing.js';
