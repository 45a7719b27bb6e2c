import { PlinthError } from 'plinth';
import type { Email, OrderStatus } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';

/** Emails registered by plugins, and the sections that plugins add to other emails. */
export interface RegisteredEmails {
  /** Returns the ids of emails to send on an event. */
  listByEvent(moment: 'ordered' | OrderStatus): readonly string[];
  isToShop(id: string): boolean;
  label(id: string): Promise<string>;
  /** @throws PlinthError `store_email_render_failed` if its plugin is not active or fails */
  subject(id: string, order: OrderRecord): Promise<string>;
  body(id: string, order: OrderRecord): Promise<string>;
  /** Returns the HTML of plugins above the ordered items and at the end of an email. */
  sections(kind: string, order: OrderRecord): Promise<{ readonly before: string; readonly after: string }>;
}

const stringError = (text: unknown): string => (typeof text === 'string' ? '' : 'it must be a string.');

export function createRegisteredEmails({
  emails,
  emailSections,
}: Pick<StoreRegistries, 'emails' | 'emailSections'>): RegisteredEmails {
  async function callEmail(id: string, callback: (email: Email) => string | Promise<string>): Promise<string> {
    const entry = emails.find(id);
    const text = entry ? await emails.call<string | null>(entry, callback, null, stringError) : null;
    if (text === null)
      throw new PlinthError('store_email_render_failed', `The email "${id}" could not be rendered.`, {
        hint: 'Activate or fix its plugin; its error is listed under Tools, Plugin errors.',
      });
    return text;
  }

  return {
    listByEvent: (moment) =>
      emails
        .entries()
        .filter(({ value }) =>
          moment === 'ordered' ? value.when === 'ordered' : Array.isArray(value.when) && value.when.includes(moment),
        )
        .map(({ id }) => id),
    isToShop: (id) => emails.find(id)?.value.to === 'shop',
    async label(id) {
      const entry = emails.find(id);
      return entry ? labelOf(emails, entry, (email) => email.label) : id;
    },
    subject: (id, order) => callEmail(id, (email) => email.subject(order)),
    body: (id, order) => callEmail(id, async (email) => email.render(order)),
    async sections(kind, order) {
      const parts = { before: '', after: '' };
      for (const entry of emailSections.entries()) {
        if (entry.value.kinds && !entry.value.kinds.includes(kind)) continue;
        parts[entry.value.position ?? 'after'] += await emailSections.call(
          entry,
          (section) => section.render(order, kind),
          '',
          stringError,
        );
      }
      return parts;
    },
  };
}
