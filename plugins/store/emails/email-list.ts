import type { PluginScope } from 'plinth';
import { labelOf, BUILT_IN_EMAILS, type StoreRegistries } from '../registries/store-registries.js';
import { isBuiltInEmail, emailLabel, EMAILS_WITHOUT_ORDER } from './email-kinds.js';
import { ORDER_PLACEHOLDERS, SITE_PLACEHOLDERS } from './placeholders.js';

/** An email in the owner's list. */
export interface ListedEmail {
  readonly id: string;
  readonly label: string;
  readonly to: 'customer' | 'shop';
  readonly isOrderEmail: boolean;
  /** Why it cannot be disabled; empty when it can be disabled. */
  readonly required: string;
  /** Placeholders available in its texts. */
  readonly placeholders: readonly string[];
}

/** An email that its plugin renders and sends itself. */
export interface FixedEmailView {
  readonly label: string;
  readonly reason: string;
}

/** All emails of the shop: built-in ones, those registered by plugins, and those that plugins send themselves. */
export interface EmailList {
  all(): Promise<readonly ListedEmail[]>;
  find(id: string): Promise<ListedEmail | undefined>;
  fixed(): Promise<readonly FixedEmailView[]>;
  /** Returns why an email cannot be disabled; empty when it can be disabled or does not exist. */
  required(id: string): Promise<string>;
}

const EMAILS_TO_SHOP: readonly string[] = ['new_order', 'payment_failed', 'contact', 'new_review'];

export function createEmailList(
  { emails, fixedEmails }: Pick<StoreRegistries, 'emails' | 'fixedEmails'>,
  i18n: Pick<PluginScope, '__'>,
): EmailList {
  const { __ } = i18n;

  function builtInReason(id: string): string {
    switch (id) {
      case 'received':
        return __('The law requires each contract to be confirmed on a durable medium (Consumer Rights Act, art. 21).');
      case 'existing_account':
        return __('Without it, people don’t learn the outcome of their registration.');
      case 'confirm_back_in_stock':
        return __('Without it, nobody can confirm the notification they asked for.');
      case 'back_in_stock':
        return __('Customers who asked for it were promised this email.');
      case 'contact':
        return __('The visitor’s message exists only in this email.');
      default:
        return '';
    }
  }

  async function required(id: string): Promise<string> {
    const entry = emails.find(id);
    return entry?.value.required === undefined ? builtInReason(id) : labelOf(emails, entry, (email) => email.required);
  }

  async function find(id: string): Promise<ListedEmail | undefined> {
    const entry = emails.find(id);
    if (!entry && !isBuiltInEmail(id)) return undefined;
    const isAboutOrder = !EMAILS_WITHOUT_ORDER.includes(id);
    return {
      id,
      isOrderEmail: isAboutOrder,
      label: entry ? await labelOf(emails, entry, (email) => email.label) : emailLabel(id, i18n),
      to: entry?.value.to ?? (!entry && EMAILS_TO_SHOP.includes(id) ? 'shop' : 'customer'),
      required: await required(id),
      placeholders: isAboutOrder ? ORDER_PLACEHOLDERS : SITE_PLACEHOLDERS,
    };
  }

  return {
    find,
    required,
    async all() {
      const found = await Promise.all([...BUILT_IN_EMAILS, ...emails.entries().map(({ id }) => id)].map(find));
      return found.filter((email) => email !== undefined);
    },
    fixed: () =>
      Promise.all(
        fixedEmails.entries().map(async (entry) => ({
          label: await labelOf(fixedEmails, entry, (email) => email.label),
          reason: await labelOf(fixedEmails, entry, (email) => email.reason),
        })),
      ),
  };
}
