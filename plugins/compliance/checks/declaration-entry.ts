import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  type Finding,
  goodFinding,
  problemFinding,
  SETTINGS_SCREEN,
  type CheckContext,
  disabledDutyFinding,
  disabledFinding,
} from './check.js';
import { type CountUnsent, findUnsentReceipts } from './receipt-finding.js';
import { byTag, find, linksTo, type SeenElement } from './visible-element.js';
import type { PageKind, SeenPage } from './shop-view.js';

/** Required texts of a link and a button, in the language of the page. */
interface RequiredTexts {
  readonly en_US: RegExp;
  readonly [locale: string]: RegExp;
}

const WITHDRAW: RequiredTexts = {
  pl_PL: /odst[ąa]p\p{L}* od umowy/iu,
  en_US: /withdraw from (?:the |this |a |your )?contract/i,
};
const CONFIRM: RequiredTexts = { pl_PL: /potwierd/i, en_US: /confirm/i };
const REPORT: RequiredTexts = { pl_PL: /zg[łl]o[śs]/i, en_US: /report/i };
/** Pages on which the link is required: every page of the shop. */
const LINKED_PAGES: readonly PageKind[] = [
  'home',
  'shop',
  'search',
  'product',
  'cart',
  'checkout',
  'registration',
  'contact',
  'legal',
];

interface EntryUrls {
  readonly withdrawal: string;
  readonly report: string;
}

const matchesWording = (wording: RequiredTexts, { locale }: SeenPage, text: string): boolean =>
  (wording[locale] ?? wording.en_US).test(text);
const getFieldNames = (body: SeenElement, prefix: string): string[] =>
  find(
    body,
    ({ tag, attributes }) =>
      ['input', 'textarea', 'select'].includes(tag) &&
      attributes.type !== 'hidden' &&
      (attributes.name ?? '').startsWith(prefix),
  ).map(({ attributes }) => attributes.name ?? '');

/** Fields that a withdrawal may require (Directive 2011/83/EU, art. 11a(3)). */
const WITHDRAWAL_FIELDS: ReadonlySet<string> = new Set(['declaration_name', 'declaration_order', 'declaration_email']);

/** Returns the names of the fields that a form for declarations requires besides those of the law. */
const findExcessFields = (body: SeenElement): string[] =>
  find(body, byTag('form'))
    .filter((form) => find(form, ({ attributes }) => (attributes.name ?? '').startsWith('declaration_')).length > 0)
    .flatMap((form) => find(form, ({ attributes }) => 'required' in attributes && attributes.type !== 'hidden'))
    .map(({ attributes }) => attributes.name ?? '')
    .filter((name) => !WITHDRAWAL_FIELDS.has(name));

/** Returns the finding for a form from the problems with its links and fields. */
function entryFinding(problems: readonly string[], i18n: CheckI18n): Finding {
  const { __ } = i18n;
  return problems.length === 0
    ? goodFinding(__('The form opens and is linked in the shop.'))
    : problemFinding(
        'missing',
        problems,
        __('Show the footer menu in your theme, and check which plugin changes the form.'),
        i18n,
      );
}

/**
 * Checks withdrawal through the site: linked on every page with the wording of the law, accessible without an account,
 * in two steps, and confirmed by email.
 */
export function withdrawalEntryCheck(i18n: CheckI18n, urls: EntryUrls, receiptStates: CountUnsent): Check {
  const { __ } = i18n;
  return {
    id: 'form_withdrawal',
    law: 'withdrawal',
    label: __('Online withdrawal'),
    fix: `${SETTINGS_SCREEN}compliance`,
    async run({ view, values }: CheckContext): Promise<Finding> {
      const problems = findLinkProblems(
        view.live ? view.findPages(...LINKED_PAGES) : view.findPages('shop'),
        urls.withdrawal,
        WITHDRAW,
      );
      if (!values.flag('withdrawal_enabled')) return disabledDutyFinding(i18n);
      for (const page of view.findPages('withdrawal')) {
        if (page.html === '') problems.push(__('The form can’t be opened.'));
        else if (
          !['declaration_name', 'declaration_order', 'declaration_email'].every((name) =>
            getFieldNames(page.body, 'declaration_').includes(name),
          )
        )
          problems.push(__('%s doesn’t ask for name, contract, and email.', page.location));
      }
      for (const page of view.findPages('withdrawal_review')) {
        if (!find(page.body, byTag('button')).some(({ text }) => matchesWording(CONFIRM, page, text)))
          problems.push(__('%s has no button to confirm the withdrawal.', page.location));
      }
      for (const page of view.findPages('withdrawal', 'withdrawal_review')) {
        const excess = findExcessFields(page.body);
        if (excess.length > 0)
          problems.push(__('%1$s requires more than the law allows: %2$s.', page.location, excess.join(', ')));
      }
      return addUnsent(problems, await findUnsentReceipts(i18n, receiptStates, 'withdrawal'));
    },
  };

  /** Returns the finding for the form together with the one about unsent receipts. */
  function addUnsent(problems: readonly string[], unsent: Finding | undefined): Finding {
    if (!unsent) return entryFinding(problems, i18n);
    if (problems.length === 0) return unsent;
    const finding = entryFinding([...(unsent.places ?? []), ...problems], i18n);
    return { ...finding, recommendation: `${unsent.recommendation} ${finding.recommendation}` };
  }

  function findLinkProblems(pages: readonly SeenPage[], url: string, wording: RequiredTexts): string[] {
    return pages
      .filter(({ html }) => html !== '')
      .flatMap((page) => {
        const foundLinks = linksTo(page.body, url);
        if (foundLinks.length === 0) return [__('%s has no link to it.', page.location)];
        return foundLinks.some(({ text }) => matchesWording(wording, page, text))
          ? []
          : [__('%1$s: the link text is “%2$s”.', page.location, foundLinks[0]?.text ?? '')];
      });
  }
}

/**
 * Checks the notice of illegal content: linked in the shop, with the fields of art. 16(2) of Regulation (EU) 2022/2065.
 */
export function reportEntryCheck(i18n: CheckI18n, urls: EntryUrls): Check {
  const { __ } = i18n;
  return {
    id: 'form_report',
    law: 'report',
    label: __('Form for reporting illegal content'),
    fix: `${SETTINGS_SCREEN}compliance`,
    run({ view, values }: CheckContext): Finding {
      // A shop that publishes nothing of others, such as reviews, hosts no content.
      const hostsContent = view.findPages('product').some(({ product }) => product?.record.reviews !== undefined);
      if (!values.flag('dsa_enabled')) return hostsContent ? disabledDutyFinding(i18n) : disabledFinding(i18n);
      const problems: string[] = [];
      for (const page of (view.live ? view.findPages('home', 'shop', 'product') : view.findPages('shop')).filter(
        ({ html }) => html !== '',
      )) {
        if (!linksTo(page.body, urls.report).some(({ text }) => matchesWording(REPORT, page, text)))
          problems.push(__('%s has no link to it.', page.location));
      }
      for (const page of view.findPages('report')) {
        const fieldNames = getFieldNames(page.body, 'declaration_');
        if (page.html === '') problems.push(__('The form can’t be opened.'));
        else if (
          !['url', 'reason', 'name', 'email', 'good_faith'].every((name) => fieldNames.includes(`declaration_${name}`))
        )
          problems.push(__('%s doesn’t ask for everything a report must contain.', page.location));
      }
      return entryFinding(problems, i18n);
    },
  };
}
