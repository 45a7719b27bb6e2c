import type { Notice, PageReply, PageRequest, RedirectReply } from '../api/index.js';

/** Returns a screen with a short message, such as a refusal or “not found”. The first sentence is its heading. */
export function messageScreen(status: number, text: string): PageReply {
  const [heading = text, more = ''] = text.split(/(?<=\.) (.*)/s);
  return { kind: 'page', status, title: heading, html: `<h1>${heading}</h1>${more === '' ? '' : `<p>${more}</p>`}` };
}

/** Redirects to another screen after a POST; the notice is shown there once. */
export function createRedirect(request: PageRequest, path: string, notice?: Notice): RedirectReply {
  if (notice) request.session.set('notices', [...(request.session.get<Notice[]>('notices') ?? []), notice]);
  return { kind: 'redirect', location: `/wp-admin/${path}`, status: 303 };
}

/** A screen whose content is rendered after the frame above it, so that plugins are called in page order. */
export interface ScreenReply extends PageReply {
  readonly content: () => Promise<string>;
  /** Returns the columns of its list that can be hidden, by name; called when the screen options are rendered. */
  readonly columns?: () => Promise<Readonly<Record<string, string>>>;
}

export function isScreen(reply: object): reply is ScreenReply {
  return 'content' in reply && typeof reply.content === 'function';
}
