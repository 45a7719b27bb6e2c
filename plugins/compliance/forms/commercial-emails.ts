import type { Filters, PluginScope } from 'plinth';
import type { FreeConsents } from '../consents/standalone-consents.js';

/** Base path of unsubscribe links; followed by the consent's ID and signature. */
export const CONSENT_PATH = '/consent/';

/** How to unsubscribe from commercial emails without logging in. */
export interface UnsubscribeLink {
  /** Page with a single button; a POST request to it is sufficient (RFC 8058). */
  readonly url: string;
  /** Email headers: `List-Unsubscribe`, `List-Unsubscribe-Post`. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Service that plugins query before sending an email that requires consent:
 * `scope.services.get('compliance.commercial_emails')`.
 *
 * ```ts
 * const way = await scope.services.get('compliance.commercial_emails').getUnsubscribeLink(email, 'marketing');
 * if (way) await scope.mail({ to: email, subject, view: 'news', headers: way.headers });
 * ```
 * @since 0.1.0
 */
export interface CommercialEmails {
  /**
   * Returns the unsubscribe link and headers for an email to that address; undefined when there is no consent, so that
   * nothing may be sent. The link is added below the email.
   */
  getUnsubscribeLink(email: string, purpose: 'marketing' | 'review_reminder'): Promise<UnsubscribeLink | undefined>;
}

declare module 'plinth' {
  interface Services {
    'compliance.commercial_emails': CommercialEmails;
  }
}

/** Creates and verifies unsubscribe links. */
export interface ConsentLinks {
  create(consentId: number): string;
  /** ID of the consent; undefined for a link that this site did not create. */
  read(token: string): number | undefined;
}

const TOKEN = /^([1-9]\d{0,9})-([\da-f]{40})$/;

export function createConsentLinks({ homeUrl, wpHash }: Pick<PluginScope, 'homeUrl' | 'wpHash'>): ConsentLinks {
  // Contains the signed ID instead of the email address, which would end up in logs.
  const sign = (id: string | number): string => wpHash(`take back consent ${id}`).slice(0, 40);
  return {
    create: (id) => homeUrl(`${CONSENT_PATH}${id}-${sign(id)}/`),
    read(token) {
      const [, id = '', submittedSignature = ''] = TOKEN.exec(token) ?? [];
      return id !== '' && submittedSignature === sign(id) ? Number(id) : undefined;
    },
  };
}

type SentEmail = Parameters<Filters['wp_mail']>[0];

/** Provides unsubscribe links to plugins that send commercial emails, and adds the link below each email. */
export function registerCommercialEmails(
  scope: PluginScope,
  { freeConsents, links }: { readonly freeConsents: FreeConsents; readonly links: ConsentLinks },
): void {
  const { __ } = scope;
  declareConsentHooks(scope);
  scope.services.provide('compliance.commercial_emails', (): CommercialEmails => ({
    async getUnsubscribeLink(email, purpose) {
      const consent = (await freeConsents.listActive({ email })).find((candidate) => candidate.purpose === purpose);
      if (!consent) return undefined;
      const url = links.create(consent.id);
      return {
        url,
        headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      };
    },
  }));

  const consentUrl = scope.homeUrl(CONSENT_PATH);
  scope.addFilter('wp_mail', (email: SentEmail): SentEmail => {
    const url = /<([^>]+)>/.exec(email.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    if (!url.startsWith(consentUrl) || (email.html ?? email.text ?? '').includes(url)) return email;
    const reason = __('You receive this email because you agreed to it.');
    const line = `<p class="muted" style="padding: 0 12px 24px; text-align: center;">${scope.escHtml(reason)} <a href="${scope.escUrl(url)}">${scope.escHtml(__('Withdraw this consent'))}</a></p>`;
    return {
      ...email,
      ...(email.html === undefined
        ? {}
        : {
            html: email.html.includes('</body>')
              ? email.html.replace('</body>', () => `${line}</body>`)
              : email.html + line,
          }),
      ...(email.text === undefined
        ? {}
        : { text: `${email.text}\n\n${reason} ${__('Withdraw this consent')}: ${url}\n` }),
    };
  });
}

function declareConsentHooks(scope: Pick<PluginScope, 'declareHook'>): void {
  const hook = { kind: 'action', since: '0.1.0', args: ['consent: FreeConsentChange'] } as const;
  scope.declareHook({
    ...hook,
    name: 'compliance/consent_given',
    summary:
      'Fires after the commit when a person has consented to marketing or to review reminders, and again each time the consent is given again. Update external mailing lists from a job.',
  });
  scope.declareHook({
    ...hook,
    name: 'compliance/consent_withdrawn',
    summary:
      'Fires after the commit when a person has withdrawn consent to marketing or to review reminders, in the account or through the link in an email. From then on nothing may be sent to that address.',
  });
}
