import type { MailAttachment, PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { ConsentLog } from '../consents/consents.js';
import type { TextVersions } from '../consents/text-versions.js';
import type { LegalPages } from '../pages/legal-pages.js';
import type { LegalPageType } from '../pages/page-type.js';
import type { Settings } from '../settings/settings.js';
import type { Order } from '../store/shop.js';

/** Adds the seller's details below each email: name, address, contact details and registration numbers. */
export function registerEmailFooter(
  { addFilter, __ }: Pick<PluginScope, 'addFilter' | '__'>,
  { settings }: { settings: Settings },
): void {
  addFilter('plinth/owner_details', async (lines: readonly string[]): Promise<readonly string[]> => {
    const values = await settings.values();
    const text = (key: string): string => values.text(key).trim();
    const formatDetail = (label: string, key: string): string => (text(key) === '' ? '' : `${label} ${text(key)}`);
    const seller = [
      [
        text('company_name'),
        ...text('company_address')
          .split('\n')
          .map((line) => line.trim()),
      ],
      [text('company_email'), formatDetail(__('tel.'), 'company_phone')],
      [
        formatDetail('NIP', 'company_nip'),
        formatDetail('REGON', 'company_regon'),
        formatDetail('KRS', 'company_krs'),
        formatDetail('BDO', 'bdo_number'),
      ],
    ];
    const joined = seller.map((parts, index) => parts.filter((part) => part !== '').join(index === 0 ? ', ' : ' · '));
    return [...lines, ...joined.filter((line) => line !== '')];
  });
}

/**
 * Adds to the order confirmation email that it confirms the contract, as the terms say (Consumer Rights Act, art. 21;
 * Directive 2011/83/EU, art. 8(7)).
 */
export function registerContractConfirmation(
  { addAction, escHtml, __ }: Pick<PluginScope, 'addAction' | 'escHtml' | '__'>,
  { settings }: { settings: Settings },
): void {
  addAction('store/booted', ({ emails }) =>
    emails.sections.register({
      id: 'contract',
      kinds: ['received'],
      position: 'before',
      async render() {
        const seller = (await settings.values()).text('company_name').trim();
        const confirmation = __(
          'We accept your order. This email confirms the conclusion of the contract (Consumer Rights Act, art. 21; Directive 2011/83/EU, art. 8(7)).',
        );
        const parties = seller === '' ? '' : __('The seller is %s.', seller);
        const advice = __('Please keep this email and its attachments.');
        return `<p><strong>${escHtml(confirmation)}</strong> ${escHtml(`${parties} ${advice}`.trim())}</p>`;
      },
    }),
  );
}

interface AttachmentDeps {
  readonly scope: Pick<PluginScope, 'addFilter' | 'escHtml' | 'wpKsesPost' | 'locale'>;
  readonly settings: Settings;
  readonly pages: LegalPages;
  readonly checkboxes: ConsentCheckboxes;
  readonly consents: ConsentLog;
  readonly versions: TextVersions;
}

const ATTACHMENTS: readonly (readonly [setting: string, type: LegalPageType, file: string])[] = [
  ['attach_terms', 'terms', 'regulamin.html'],
  ['attach_privacy', 'privacy', 'polityka-prywatnosci.html'],
  ['attach_withdrawal', 'withdrawal', 'odstapienie-od-umowy.html'],
];
const MAX_CONSENTS = 100;
/** Inline styles, readable on any screen and in print, even years later without the site. */
const STYLE =
  ':root{color-scheme:light dark}body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}h1,h2,h3{line-height:1.25}table{border-collapse:collapse}td,th{padding:.25rem .5rem;border:1px solid}';

/**
 * Attaches the legal pages to the order confirmation email as a durable medium (Consumer Rights Act, art. 21), in the
 * wording accepted with the order.
 */
export function registerLegalAttachments({
  scope,
  settings,
  pages,
  checkboxes,
  consents,
  versions,
}: AttachmentDeps): void {
  /** Returns the wording of each page that the buyer accepted, by page ID. */
  async function readAcceptedTexts(orderId: number): Promise<ReadonlyMap<number, string>> {
    const pageIds = new Map((await checkboxes.list()).map((checkbox) => [checkbox.id, checkbox.legalPageId]));
    const texts = new Map<number, string>();
    for (const { checkboxId, pageVersion } of await consents.list({ orderId, limit: MAX_CONSENTS })) {
      const pageId = pageIds.get(checkboxId) ?? null;
      const storedVersion = pageId === null || pageVersion === null ? undefined : await versions.get(pageVersion);
      if (pageId !== null && storedVersion) texts.set(pageId, storedVersion.content);
    }
    return texts;
  }

  function createDocument(title: string, content: string): string {
    const body = scope.wpKsesPost(content.replace(/<!--[\s\S]*?-->/g, ''));
    return `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${scope.escHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${scope.escHtml(title)}</h1>\n${body}\n</body>\n</html>\n`;
  }

  scope.addFilter(
    'store/mail_attachments',
    async (attachments: readonly MailAttachment[], kind: string, order: Order) => {
      if (kind !== 'received') return attachments;
      const values = await settings.values();
      if (!values.flag('legal_pages_enabled')) return attachments;
      const accepted = await readAcceptedTexts(order.id);
      const pageAttachments: MailAttachment[] = [];
      for (const [setting, type, filename] of ATTACHMENTS) {
        const page = values.flag(setting) ? await pages.find(type) : undefined;
        if (page?.post.post_status !== 'publish') continue;
        const visiblePost = (await pages.inLanguage(page.post.id, scope.locale())) ?? page.post;
        const documentText = accepted.get(page.post.id) ?? `${visiblePost.post_title}\n\n${visiblePost.post_content}`;
        const separatorIndex = documentText.indexOf('\n\n');
        pageAttachments.push({
          filename,
          contentType: 'text/html; charset=utf-8',
          content: createDocument(documentText.slice(0, separatorIndex), documentText.slice(separatorIndex + 2)),
        });
      }
      return [...attachments, ...pageAttachments];
    },
    10,
    3,
  );
}
