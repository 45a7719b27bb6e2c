import { type FrontRoute, subnetOf, type PageReply, type PageRequest, type PluginScope, type Reply } from 'plinth';
import { hashText } from '../consents/text-versions.js';
import type { Settings } from '../settings/settings.js';
import { CONFIRM_PATH, type ConfirmationEmails } from './confirmation-email.js';
import type { Confirmations } from './confirmations.js';

interface ConfirmationPageDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | 'getUserdata' | 'isEmail' | 'homeUrl' | 'wpLoginUrl' | 'wpNonceField' | 'useAsset' | 'consumeRateLimit'
  >;
  readonly settings: Settings;
  readonly confirmations: Confirmations;
  readonly emails: ConfirmationEmails;
}

/**
 * Content of the page: `confirm` asks to confirm a link, `failed` rejects a link, `done` reports success. `registered` and
 * `sent` report that the first or another email was sent. `ask` offers a form to request an email.
 */
type Step = 'confirm' | 'failed' | 'done' | 'registered' | 'sent' | 'ask';

const NONCE = 'compliance_confirm_account';
const HOUR_SECONDS = 3600;
/** Maximum number of emails per hour to one email address. */
const MAX_EMAILS_PER_ADDRESS = 3;
/** Maximum number of emails per hour that are requested from one network. */
const MAX_EMAILS_PER_NETWORK = 10;

/**
 * `/confirm-account/`: target of the email's link. Opening it changes nothing, since mail scanners open links as well;
 * a button confirms. The same page sends the email again, with the same response whether or not such an account exists.
 */
export function createConfirmationPage({ scope, settings, confirmations, emails }: ConfirmationPageDeps): FrontRoute {
  const { __ } = scope;

  async function page(step: Step, { status = 200, key = '', email = '', error = '' } = {}): Promise<PageReply> {
    const titles: Record<Step, string> = {
      confirm: __('Confirm your account'),
      failed: __('This link no longer works'),
      done: __('Account confirmed'),
      registered: __('Check your email to finish creating your account'),
      sent: __('Check your inbox'),
      ask: __('Confirm your account'),
    };
    scope.useAsset('compliance-declarations');
    return {
      kind: 'page',
      status,
      title: titles[step],
      view: 'accounts/confirm',
      robots: 'noindex',
      bodyClass: ['confirm-account'],
      headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' },
      data: {
        title: titles[step],
        [step]: true,
        showsForm: step !== 'confirm' && step !== 'done',
        showsHeading: step !== 'ask',
        key,
        email,
        error,
        action: CONFIRM_PATH,
        hours: (await settings.values()).number('double_opt_in_link_hours'),
        nonceField: scope.wpNonceField(NONCE),
        loginUrl: scope.wpLoginUrl(scope.homeUrl('/account/')),
      },
    };
  }

  async function showLink(key: string, status = 200, error = ''): Promise<Reply> {
    const found = await confirmations.find(key);
    const user = found ? await scope.getUserdata(found.userId) : false;
    return user ? page('confirm', { status, key, email: user.user_email, error }) : page('failed', { status: 410 });
  }

  async function confirm(key: string): Promise<Reply> {
    const found = await confirmations.find(key);
    if (!found || !(await confirmations.confirm(found.userId))) return page('failed', { status: 410 });
    return { kind: 'redirect', status: 303, location: `${CONFIRM_PATH}?done=1` };
  }

  async function resendEmail(request: PageRequest, email: string): Promise<Reply> {
    if (scope.isEmail(email) === false)
      return page('ask', {
        status: 422,
        email,
        error: __('Enter a full email address, such as name@example.com.'),
      });
    if (
      !(
        await scope.consumeRateLimit(`compliance-confirm:${subnetOf(request.ip)}`, MAX_EMAILS_PER_NETWORK, HOUR_SECONDS)
      ).allowed
    ) {
      return page('ask', {
        status: 429,
        email,
        error: __('Too many requests from your network. Try again in an hour.'),
      });
    }
    // An address that has reached its limit gets the same response, which otherwise would reveal who wants an account.
    const { allowed } = await scope.consumeRateLimit(
      `compliance-confirm:${hashText(email.toLowerCase())}`,
      MAX_EMAILS_PER_ADDRESS,
      HOUR_SECONDS,
    );
    if (allowed) await emails.send(email, request.locale);
    return { kind: 'redirect', status: 303, location: `${CONFIRM_PATH}?sent=1` };
  }

  return {
    path: CONFIRM_PATH,
    async handler(request) {
      if (!(await settings.values()).flag('double_opt_in_enabled')) return undefined;
      const key = request.field('key').slice(0, 100);
      const email = request.field('email').trim().slice(0, 100);
      if (request.method === 'POST') {
        const nonceError = request.verifyNonce(NONCE) ? '' : __('This page has expired. Please submit the form again.');
        if (nonceError !== '')
          return key === '' ? page('ask', { status: 403, email, error: nonceError }) : showLink(key, 403, nonceError);
        return key === '' ? resendEmail(request, email) : confirm(key);
      }
      if (key !== '') return showLink(key);
      const steps: Record<string, Step> = { new: 'registered', 1: 'sent' };
      return page(request.query.done === '1' ? 'done' : (steps[request.field('sent')] ?? 'ask'));
    },
  };
}
