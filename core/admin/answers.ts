import type { Notice, PageReply, PageRequest, RedirectReply } from '../api/index.js';

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
