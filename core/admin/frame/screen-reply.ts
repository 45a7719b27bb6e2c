import type { MaybePromise, PageReply } from '../../api/index.js';

/** A screen whose content is made once what stands above it is there, so that plugins are asked in the order of the page. */
export interface ScreenReply extends PageReply {
  readonly content: () => MaybePromise<string>;
  /** The columns of its list, by name, without those that cannot be hidden; asked when the choices about the screen are shown. */
  readonly columns?: () => MaybePromise<Readonly<Record<string, string>>>;
}

export function isScreen(reply: object): reply is ScreenReply {
  return 'content' in reply && typeof reply.content === 'function';
}
