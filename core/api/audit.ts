import type { Undo } from './hooks.js';

/** The entity that an audit log entry refers to. */
export interface AuditSubject {
  /** `order`, `user`, `plugin` etc. */
  readonly kind: string;
  readonly id?: string | number;
  /** Display name at the time of the event. */
  readonly title?: string;
}

/** An action that was performed or attempted. */
export interface AuditEvent {
  /** `group.verb`, such as `orders.refunded`; the log can be filtered by group. Maximum 64 characters. */
  readonly action: string;
  readonly subject?: AuditSubject;
  /** JSON data. Values whose names suggest passwords, keys or secrets are redacted; data over 8 KB is truncated. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** `refused` for an attempt that was denied. */
  readonly outcome?: 'done' | 'refused';
  /** ID of the acting account, if it is not the user of the current request. */
  readonly actor?: number;
}

/**
 * The site's audit log: who did what, in tamper-evident order.
 * @since 0.1.0
 */
export interface AuditApi {
  /**
   * Writes an entry, inside the open transaction if there is one. Actor, time and origin are added. If the entry cannot
   * be written, an error is logged and execution continues.
   * @param options `required` for actions that must not happen without an audit entry
   * @throws PlinthError `audit_unavailable` if `required` is set and the entry cannot be written
   */
  record(event: AuditEvent, options?: { readonly required?: boolean }): Promise<void>;
  /**
   * Registers labels for actions: by `group.verb`, and for the group itself by `group`.
   * @param labels called on every display, in the language of that request
   */
  describe(labels: () => Readonly<Record<string, string>>): Undo;
}
