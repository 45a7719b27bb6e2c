import type { Filters, PluginScope } from 'plinth';
import type { FreeConsents } from '../consents/standalone-consents.js';

/** Where the way out of a letter leads; the number and seal of a consent follow. */
export const CONSENT_PATH = '/consent/';

/** How a commercial letter is left again, without signing in. */
export interface WayOut {
  /** A page with one button; posting to it is enough (RFC 8058). */
  readonly url: string;
  /** For the letter: `List-Unsubscribe`, `List-Unsubscribe-Post`. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What plugins ask before they send a letter that needs a consent: `scope.services.get('compliance.commercial_letters')`.
 *
 * ```ts
 * const way = await scope.services.get('compliance.commercial_letters').wayOut(email, 'marketing');
 * if (way) await scope.mail({ to: email, subject, view: 'news', headers: way.headers });
 * ```
 * @since 0.3.0
 */
export interface CommercialEmails {
  /** The way out of a letter to that address; undefined: nobody agreed there, so nothing may be sent. The link is added below the letter. */
  wayOut(email: string, purpose: 'marketing' | 'review_reminder'): Promise<WayOut | undefined>;
}

declare module 'plinth' {
  interface Services {
    'compliance.commercial_letters': CommercialEmails;
  }
}

/** Knows the links of letters again. */
export interface ConsentLinks {
  of(consentId: number): string;
  /** The number of the consent; undefined for a link that this site did not make. */
  read(token: string): number | undefined;
}

const TOKEN = /^([1-9]\d{0,9})-([\da-f]{40})$/;

export function createConsentLinks({ homeUrl, wpHash }: Pick<PluginScope, 'homeUrl' | 'wpHash'>): ConsentLinks {
  // The number is sealed and not the address, which would stand in logs on the way.
  const seal = (id: string | number): string => wpHash(`take back consent ${id}`).slice(0, 40);
  return {
    of: (id) => homeUrl(`${CONSENT_PATH}${id}-${seal(id)}/`),
    read(token) {
      const [, id = '', given = ''] = TOKEN.exec(token) ?? [];
      return id !== '' && given === seal(id) ? Number(id) : undefined;
    },
  };
}

type SentEmail = Parameters<Filters['wp_mail']>[0];

/** Offers the way out to plugins that send commercial letters, and writes it below each. */
export function registerCommercialEmails(
  scope: PluginScope,
  { freeConsents, links }: { readonly freeConsents: FreeConsents; readonly links: ConsentLinks },
): void {
  const { __ } = scope;
  declareConsentHooks(scope);
  scope.services.provide('compliance.commercial_letters', (): CommercialEmails => ({
    async wayOut(email, purpose) {
      const consent = (await freeConsents.standing({ email })).find((one) => one.purpose === purpose);
      if (!consent) return undefined;
      const url = links.of(consent.id);
      return {
        url,
        headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      };
    },
  }));

  const own = scope.homeUrl(CONSENT_PATH);
  scope.addFilter('wp_mail', (email: SentEmail): SentEmail => {
    const url = /<([^>]+)>/.exec(email.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    if (!url.startsWith(own) || (email.html ?? email.text ?? '').includes(url)) return email;
    const why = __('You receive this email because you agreed to it.');
    const line = `<p class="muted" style="padding: 0 12px 24px; text-align: center;">${scope.escHtml(why)} <a href="${scope.escUrl(url)}">${scope.escHtml(__('Withdraw this consent'))}</a></p>`;
    return {
      ...email,
      ...(email.html === undefined
        ? {}
        : {
            html: email.html.includes('</body>')
              ? email.html.replace('</body>', () => `${line}</body>`)
              : email.html + line,
          }),
      ...(email.text === undefined ? {} : { text: `${email.text}\n\n${why} ${__('Withdraw this consent')}: ${url}\n` }),
    };
  });
}

function declareConsentHooks(scope: Pick<PluginScope, 'declareHook'>): void {
  const about = { kind: 'action', since: '0.3.0', args: ['consent: FreeConsentChange'] } as const;
  scope.declareHook({
    ...about,
    name: 'compliance/consent_given',
    summary:
      'Somebody agreed to marketing or to the reminder of a review; after the commit, and again whenever it is given again. A list elsewhere is told by a job.',
  });
  scope.declareHook({
    ...about,
    name: 'compliance/consent_withdrawn',
    summary:
      'Somebody withdrew such a consent, in the account or by the link of a letter; after the commit. From now on nothing may be sent to that address.',
  });
}
