import type { PageReply, PageRequest, PluginScope, Reply } from 'plinth';
import type { FreeConsents, ActiveConsent } from '../consents/standalone-consents.js';
import { textLanguage } from '../consents/built-in.js';
import type { TextVersions } from '../consents/text-versions.js';
import { CONSENT_PATH, type ConsentLinks } from './commercial-emails.js';
import type { Clock } from '../time/clock.js';
import { formatDateTime } from '../time/format-time.js';

interface ConsentPageDeps {
  readonly freeConsents: FreeConsents;
  readonly links: ConsentLinks;
  readonly versions: TextVersions;
  readonly clock: Clock;
}

const NONCE = 'compliance_consents';

/** Where free consents are withdrawn: the customer's account, and the page linked from each commercial email. */
export function registerConsentPages(
  scope: PluginScope,
  { freeConsents, links, versions, clock }: ConsentPageDeps,
): void {
  const { __ } = scope;

  /** Returns the consent with the text that was agreed to, whose language may differ from that of the page. */
  async function toView({ id, purpose, email, labelVersion, createdAt }: ActiveConsent): Promise<object> {
    const text = scope.wpStripAllTags((await versions.get(labelVersion))?.content ?? '');
    return {
      id,
      purpose,
      email,
      text: text,
      language: textLanguage(purpose, text),
      createdAt,
      at: formatDateTime(createdAt, { zone: await clock.zone(), locale: scope.locale(), to: 'second' }),
    };
  }

  function getTitle(consent: ActiveConsent | undefined, done: boolean): string {
    if (done) return __('Consent withdrawn');
    return consent ? __('Withdraw your consent') : __('No consent to withdraw');
  }

  async function renderEmailPage(token: string, consent: ActiveConsent | undefined, done: boolean): Promise<PageReply> {
    scope.useAsset('compliance-declarations');
    const title = getTitle(consent, done);
    return {
      kind: 'page',
      title,
      view: 'forms/withdraw-consent',
      robots: 'noindex',
      headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' },
      data: {
        title,
        done,
        consent: consent && !done ? await toView(consent) : null,
        action: scope.homeUrl(`${CONSENT_PATH}${token}/`),
      },
    };
  }

  scope.registerFrontRoute({
    path: `${CONSENT_PATH}:token/`,
    async handler(request) {
      const token = request.params.token ?? '';
      const id = links.read(token);
      if (id === undefined) return undefined;
      const consent = await freeConsents.findActiveById(id);
      // The link's signature authorizes the request: mail clients send it without cookies and nonce. Opening the link
      // changes nothing, since scanners open links too.
      if (request.method !== 'POST' || !consent) return renderEmailPage(token, consent, false);
      await freeConsents.withdraw({ email: consent.email }, consent.purpose, 'email', request.ip);
      return renderEmailPage(token, consent, true);
    },
  });

  async function renderAccountPage(request: PageRequest): Promise<string | Reply> {
    const user = await scope.getUserdata(request.userId);
    const owner = { userId: request.userId, email: user ? user.user_email : '' };
    if (request.method === 'POST') {
      if (!request.verifyNonce(NONCE))
        scope.addNotice(request, 'error', __('This page has expired. Please submit the form again.'));
      else if ((await freeConsents.withdraw(owner, request.field('purpose').slice(0, 64), 'account', request.ip)) > 0)
        scope.addNotice(request, 'success', __('Your consent has been withdrawn, and we have recorded when.'));
      return { kind: 'redirect', status: 303, location: '/account/consents/' };
    }
    scope.useAsset('compliance-declarations');
    const activeConsents = await freeConsents.listActive(owner);
    return scope.render('accounts/consents', {
      consents: await Promise.all(activeConsents.map(toView)),
      nonceField: scope.wpNonceField(NONCE),
    });
  }

  scope.addAction(
    'store/booted',
    ({ accountPages }) =>
      void accountPages.register({ id: 'consents', label: () => __('Consents'), render: renderAccountPage }),
  );
}
