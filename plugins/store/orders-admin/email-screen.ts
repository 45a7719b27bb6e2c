import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { EmailList, ListedEmail } from '../emails/email-list.js';
import type { Emails } from '../emails/emails.js';
import {
  EMAIL_LANGUAGES,
  type EmailSettings,
  emailLanguage,
  type EmailLanguage,
  emailLocale,
  type EmailOptions,
} from '../emails/custom-texts.js';
import { createEmailPreview, type EmailPreviewDeps } from './email-preview.js';
import { fieldName, readEmailForm } from './email-form.js';

interface EmailScreenDeps extends EmailPreviewDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'addNotice'
    | 'adminUrl'
    | 'isEmail'
    | 'render'
    | 'sanitizeTextField'
    | 'useAsset'
    | 'locale'
    | 'switchToLocale'
    | 'restorePreviousLocale'
    | 'getCurrentUserId'
    | 'getUserBy'
  >;
  readonly list: EmailList;
  readonly options: EmailOptions;
  readonly emails: Pick<Emails, 'sendTest'>;
}

const SLUG = 'store-email';
const EMAILS_URL = 'admin.php?page=store-emails';

/** Returns the URL of the screen of an email. */
export function emailScreenUrl(id: string): string {
  return `admin.php?page=${SLUG}&kind=${encodeURIComponent(id)}`;
}

/** The screen of an email: it enables the email, edits its texts, previews it and sends a test email. */
export function emailScreen({ scope, list, options, emails, writer, currency }: EmailScreenDeps): AdminPage {
  const { __ } = scope;
  const { preview, defaultSubjects } = createEmailPreview({ scope, writer, currency });

  async function show(
    email: ListedEmail,
    choice: EmailSettings,
    {
      language,
      errors = [],
      showPreview,
    }: { readonly language: EmailLanguage; readonly errors?: readonly FormError[]; readonly showPreview?: boolean },
  ): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const names: Record<EmailLanguage, string> = { pl: __('Polish'), en: __('English') };
    const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
    const originals = await defaultSubjects(email);
    const languages = EMAIL_LANGUAGES.map((code) => ({
      code,
      name: names[code],
      selected: code === language,
      original: originals[code],
      fields: (['subject', 'opening', 'closing'] as const).map((part) => ({
        name: fieldName(part, code),
        value: choice.texts[code][part],
        error: errorOf(fieldName(part, code)),
        isLine: part === 'subject',
        label: { subject: __('Subject'), opening: __('Opening text'), closing: __('Closing text') }[part],
      })),
    }));
    const user = await scope.getUserBy('id', scope.getCurrentUserId());
    const data = {
      email,
      enabled: choice.enabled,
      languages,
      placeholders: email.placeholders.map((name) => ({ name: `{${name}}`, text: placeholderText(name, scope) })),
      errorSummary: await scope.render('checkout/errors', { errors }),
      preview: showPreview ? await preview(email, choice.texts, language) : null,
      testTo: user ? user.user_email : '',
      backUrl: scope.adminUrl(EMAILS_URL),
    };
    return {
      kind: 'page',
      status: errors.length > 0 ? 422 : 200,
      title: email.label,
      view: 'orders-admin/email',
      data,
    };
  }

  async function sendTestEmail(
    request: PageRequest,
    { id }: ListedEmail,
    { texts }: EmailSettings,
    language: EmailLanguage,
  ): Promise<void> {
    const recipient = request.field('test_to').trim();
    if (scope.isEmail(recipient) === false)
      return scope.addNotice(request, 'error', __('Enter a full email address, such as name@example.com.'));
    try {
      await emails.sendTest(id, texts, { recipient, locale: emailLocale(language) });
      scope.addNotice(request, 'success', __('Sending a test email to %s.', recipient));
    } catch (error) {
      if (!(error instanceof PlinthError) || !['mail_refused', 'mail_not_sent'].includes(error.code)) throw error;
      scope.addNotice(request, 'error', __('The test email could not be sent: %s', error.message));
    }
  }

  async function processForm(request: PageRequest, email: ListedEmail, language: EmailLanguage): Promise<Reply> {
    const back: Reply = { kind: 'redirect', status: 303, location: `/wp-admin/${emailScreenUrl(email.id)}` };
    const action = request.field('do');
    if (action === 'original') {
      await options.reset(email.id);
      scope.addNotice(request, 'success', __('The email was reset to its default text.'));
      return back;
    }
    const { choice, errors } = readEmailForm(request, email, scope);
    if (errors.length > 0) return show(email, choice, { language, errors });
    if (action === 'preview') return show(email, choice, { language, showPreview: true });
    if (action === 'test') {
      await sendTestEmail(request, email, choice, language);
      return show(email, choice, { language });
    }
    await options.write(email.id, choice);
    scope.addNotice(request, 'success', __('Email saved.'));
    return back;
  }

  return {
    slug: SLUG,
    title: () => __('Email'),
    capability: 'manage_shop',
    parent: 'store-emails',
    hidden: true,
    async handler(request) {
      const email = await list.find(request.field('kind'));
      if (!email) {
        scope.addNotice(request, 'error', __('This email doesn’t exist. Its plugin may be inactive.'));
        return { kind: 'redirect', status: 303, location: `/wp-admin/${EMAILS_URL}` };
      }
      const language =
        EMAIL_LANGUAGES.find((candidate) => candidate === request.field('language')) ?? emailLanguage(scope.locale());
      return request.method === 'POST'
        ? processForm(request, email, language)
        : show(email, await options.read(email.id), { language });
    },
  };
}

function placeholderText(name: string, { __ }: Pick<PluginScope, '__'>): string {
  switch (name) {
    case 'number':
      return __('order number');
    case 'date':
      return __('order date');
    case 'total':
      return __('order total');
    case 'first_name':
      return __('customer’s first name');
    case 'customer':
      return __('customer’s first and last name');
    case 'order_url':
      return __('URL of the order page');
    default:
      return __('shop name');
  }
}
