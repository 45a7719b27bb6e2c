import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';

/** What answers requests: Express, which has prototypes of its own for messages, or a plain function. */
export type Listener = RequestListener & { request?: object; response?: object };

/**
 * Classes whose messages are an application's own from the start. Express would change the prototypes of each message otherwise, and no two of them would
 * have one shape for the engine: that took a third of what bare Express costs, and left memory behind until the whole heap was looked through.
 */
export function messageClasses(app: Listener): {
  IncomingMessage?: typeof IncomingMessage;
  ServerResponse?: typeof ServerResponse;
} {
  if (!app.request || !app.response) return {};
  class OwnRequest extends IncomingMessage {}
  class OwnResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(OwnRequest.prototype, app.request);
  Object.setPrototypeOf(OwnResponse.prototype, app.response);
  app.request = OwnRequest.prototype;
  app.response = OwnResponse.prototype;
  return { IncomingMessage: OwnRequest, ServerResponse: OwnResponse };
}
