import type { Notice, PageReply, PageRequest, RedirectReply, MaybePromise } from '../api/index.js';

/** A screen with a sentence or two: what was refused, or is not there. The first is its heading. */
export function message(status: number, text: string): PageReply {
  const [heading = text, more = ''] = text.split(/(?<=\.) (.*)/s);
  return { kind: 'page', status, title: heading, html: `<h1>${heading}</h1>${more === '' ? '' : `<p>${more}</p>`}` };
}

/** Goes to another screen after a POST, where the notice is shown once. */
export function goTo(request: PageRequest, address: string, notice?: Notice): RedirectReply {
  if (notice) request.session.set('notices', [...(request.session.get<Notice[]>('notices') ?? []), notice]);
  return { kind: 'redirect', location: `/wp-admin/${address}`, status: 303 };
}

/** A screen whose content is made once what stands above it is there, so that plugins are asked in the order of the page. */
export interface ScreenReply extends PageReply {
  readonly content: () => MaybePromise<string>;
  /** The columns of its list, by name, without those that cannot be hidden; asked when the choices about the screen are shown. */
  readonly columns?: () => MaybePromise<Readonly<Record<string, string>>>;
}

export function isScreen(reply: object): reply is ScreenReply {
  return 'content' in reply && typeof reply.content === 'function';
}
