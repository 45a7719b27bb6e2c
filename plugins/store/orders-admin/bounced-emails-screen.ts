import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { Outbox } from '../emails/outbox.js';
import type { EmailRow } from '../emails/tables.js';
import { emailLabel } from '../emails/email-kinds.js';
import type { ContactMessage } from '../emails/email-writer.js';
import type { Emails } from '../emails/emails.js';
import { ORDERS_SLUG } from './orders-screen.js';

interface RefusedEmailsScreenDeps {
  readonly scope: Pick<PluginScope, '__' | 'addNotice' | 'adminUrl' | 'isEmail' | 'useAsset'>;
  readonly emails: Pick<Emails, 'resend'>;
  readonly box: Pick<Outbox, 'listRefused' | 'delete'>;
}

const SLUG = 'store-bounced-emails';

/**
 * The screen of emails that a mail server permanently rejected. Emails about an order link to the order; the others can
 * be resent or deleted.
 */
export function refusedEmailsScreen({ scope, emails, box }: RefusedEmailsScreenDeps): AdminPage {
  const { __ } = scope;

  const emailRow = ({ id, kind, recipient, changed_at: changedAt, refusal, order_id, data }: EmailRow): object => {
    const { name = '', email = '', message = '' } = (data === '' ? {} : JSON.parse(data)) as Partial<ContactMessage>;
    return {
      id,
      label: emailLabel(kind, scope),
      recipient,
      changedAt,
      refusal,
      sender: [name, email].filter((part) => part !== '').join(', '),
      message,
      orderUrl: order_id > 0 ? scope.adminUrl(`admin.php?page=store-order&id=${order_id}`) : '',
    };
  };

  async function processForm(request: PageRequest): Promise<void> {
    const message = { id: Number(request.field('message')) || 0, order_id: 0 };
    const email = request.field('email').trim();
    const isResend = request.field('action') === 'resend';
    if (isResend && scope.isEmail(email) === false)
      return scope.addNotice(request, 'error', __('Enter a full email address, such as name@example.com.'));
    if (!(await (isResend ? emails.resend(message, email) : box.delete(message))))
      return scope.addNotice(request, 'error', __('This email is no longer undelivered.'));
    scope.addNotice(
      request,
      'success',
      isResend
        ? __('The email was sent again. If it is rejected again, it will appear here.')
        : __('Email removed from the list.'),
    );
  }

  return {
    slug: SLUG,
    title: () => __('Undelivered emails'),
    capability: 'manage_shop',
    parent: ORDERS_SLUG,
    async handler(request): Promise<Reply> {
      if (request.method !== 'POST') {
        scope.useAsset('store-orders-admin');
        return {
          kind: 'page',
          title: __('Undelivered emails'),
          view: 'orders-admin/bounced-emails',
          data: { emails: (await box.listRefused()).map(emailRow) },
        };
      }
      await processForm(request);
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${SLUG}` };
    },
  };
}
