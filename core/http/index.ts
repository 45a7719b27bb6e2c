export { type AppDeps, createApp, type Handler } from './app.js';
export { BODY_LIMIT, readBody } from './body.js';
export { plainErrorPage, type RenderError } from './error-pages.js';
export { localTarget } from './local-target.js';
export { createPageRequests, type MakePageRequest, type SitePageRequest } from './page-request.js';
export { cspNonce } from './security.js';
export { sendReply } from './send-reply.js';
export { listen, type RunningServer } from './server.js';
export { createSessions, sessionToken, type Sessions } from './session.js';
