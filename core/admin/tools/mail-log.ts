import { createRequire } from 'node:module';
import type PostalMime from 'postal-mime';
import type { AdminPage, PageRequest, Reply } from '../../api/index.js';
import { EMAIL_DAYS } from '../../mail/index.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

const load = createRequire(__filename);
/** Loaded when the first email is viewed. */
const postalMime = (): typeof PostalMime => (load('postal-mime') as { default: typeof PostalMime }).default;

const SLUG = 'mail-log.php';

/** The screen that lists emails sent or written to the mail folder and sets their retention period. */
export function mailLogScreen(deps: AdminDeps): AdminPage {
  const { mail, emailLog, options, nonces, views } = deps;
  const { __ } = deps.text;

  async function showEmail(file: string): Promise<Reply> {
    const source = await mail.readMailFile(file);
    if (source === undefined) return messageScreen(404, __('This email doesn’t exist.'));
    const parsed = await postalMime().parse(source);
    const data = {
      subject: parsed.subject ?? '',
      from: parsed.from?.address ?? '',
      to: (parsed.to ?? []).map((recipient) => recipient.address ?? '').join(', '),
      date: parsed.date ?? '',
      text: parsed.text ?? '',
      attachments: parsed.attachments.map((attachment) => attachment.filename ?? attachment.mimeType),
    };
    return { kind: 'page', title: data.subject, html: views.renderCore('admin/email', data) };
  }

  async function save(request: PageRequest): Promise<Reply> {
    const days = Number(request.field(EMAIL_DAYS.option));
    if (!Number.isInteger(days) || days < 1 || days > EMAIL_DAYS.max)
      return createRedirect(request, SLUG, {
        kind: 'error',
        text: __('Enter a whole number from %d to %d.', 1, EMAIL_DAYS.max),
      });
    await options.updateOption(EMAIL_DAYS.option, days);
    return createRedirect(request, SLUG, { kind: 'success', text: __('Settings saved.') });
  }

  return {
    slug: SLUG,
    title: () => __('Email log'),
    capability: 'manage_options',
    parent: 'site-health.php',
    async handler(request) {
      if (request.method === 'POST') return save(request);
      const file = request.url.searchParams.get('file');
      if (file !== null) return showEmail(file);
      const states = {
        sent: __('Sent'),
        filed: __('Not sent (no mail server)'),
        failed: __('Failed'),
        refused: __('Rejected by the mail server'),
      };
      const emails = (await mail.log(200)).map((entry) => ({
        ...entry,
        stateText:
          entry.state === 'sent' && entry.error !== '' ? __('Sent, but not to all recipients') : states[entry.state],
      }));
      return {
        kind: 'page',
        title: __('Email log'),
        html: views.renderCore('admin/mail-log', {
          emails,
          days: await emailLog.days(),
          maxDays: EMAIL_DAYS.max,
          nonceField: nonces.wpNonceField(nonceAction(SLUG)),
        }),
      };
    },
  };
}
