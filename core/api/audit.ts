import type { Undo } from './hooks.js';

/** What an entry of the audit log is about. */
export interface AuditSubject {
  /** `order`, `user`, `plugin` and the like. */
  readonly kind: string;
  readonly id?: string | number;
  /** What people call it, at the time. */
  readonly title?: string;
}

/** Something that was done, or tried. */
export interface AuditEvent {
  /** `group.verb`, such as `orders.refunded`; the log is filtered by the group. At most 64 characters. */
  readonly action: string;
  readonly subject?: AuditSubject;
  /** JSON; values whose names speak of passwords, keys or secrets are hidden, and more than 8 KB is cut. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** `refused` for what somebody tried and could not do. */
  readonly outcome?: 'done' | 'refused';
  /** The account that did it, when it is not the running request's. */
  readonly actor?: number;
}

/** The site's audit log: who did what, in an order that nobody changes unseen. @since 0.2.0 */
export interface AuditApi {
  /**
   * Writes an entry down, inside the open transaction if there is one. Who did it, when and from where is added.
   * An entry that cannot be written is a loud line in the log, and the work goes on.
   * @param options `required` for what must not happen unrecorded
   * @throws PlinthError `audit_unavailable` when `required`, and the entry cannot be written
   */
  record(event: AuditEvent, options?: { readonly required?: boolean }): Promise<void>;
  /**
   * Gives actions the words that people read on the screen: by `group.verb`, and the group's own by `group`.
   * @param words asked at every display, in the language of that request
   */
  describe(labels: () => Readonly<Record<string, string>>): Undo;
}
