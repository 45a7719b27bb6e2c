import type { Notice, PageReply, PageRequest, RedirectReply } from '../api/index.js';

/** A screen with one sentence: what was refused, or is not there. */
export function message(status: number, text: string): PageReply {
  return { kind: 'page', status, title: text, html: `<h1>${text}</h1>` };
}

/** Goes to another screen after a POST, where the notice is shown once. */
export function goTo(request: PageRequest, address: string, notice?: Notice): RedirectReply {
  if (notice) request.session.set('notices', [...(request.session.get<Notice[]>('notices') ?? []), notice]);
  return { kind: 'redirect', location: `/wp-admin/${address}`, status: 303 };
}
