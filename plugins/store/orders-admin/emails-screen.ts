import type { AdminPage, PluginScope } from 'plinth';
import type { EmailList, ListedEmail } from '../emails/email-list.js';
import type { EmailOptions } from '../emails/custom-texts.js';
import { emailScreenUrl } from './email-screen.js';
import { ORDERS_SLUG } from './orders-screen.js';

interface EmailsScreenDeps {
  readonly scope: Pick<PluginScope, '__' | 'adminUrl' | 'useAsset'>;
  readonly list: EmailList;
  readonly options: Pick<EmailOptions, 'read'>;
}

export const EMAILS_SLUG = 'store-emails';

/**
 * The screen that lists all emails with recipient, whether they are enabled, and whether their texts are customized.
 */
export function emailsScreen({ scope, list, options }: EmailsScreenDeps): AdminPage {
  const { __ } = scope;

  async function emailRow({ id, label, to, required }: ListedEmail): Promise<object> {
    const { enabled, texts } = await options.read(id);
    const isCustomized = Object.values(texts).some((text) => Object.values(text).some((part) => part !== ''));
    return {
      label,
      url: scope.adminUrl(emailScreenUrl(id)),
      to: to === 'shop' ? __('Shop') : __('Customer'),
      enabled: enabled || required !== '',
      required,
      isOwn: isCustomized,
    };
  }

  return {
    slug: EMAILS_SLUG,
    title: () => __('Emails'),
    capability: 'manage_shop',
    parent: ORDERS_SLUG,
    async handler() {
      scope.useAsset('store-orders-admin');
      return {
        kind: 'page',
        title: __('Emails'),
        view: 'orders-admin/emails',
        data: { emails: await Promise.all((await list.all()).map(emailRow)), fixed: await list.fixed() },
      };
    },
  };
}
