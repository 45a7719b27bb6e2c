import type { Database } from 'plinth';
import { CLOSED_ODR_URL } from '../pages/page-text.js';
import type { PageErrors } from '../pages/page-errors.js';
import type { LegalPage } from '../pages/legal-pages.js';
import type { LegalPageType } from '../pages/page-type.js';
import {
  type Check,
  type CheckContext,
  type CheckI18n,
  type Finding,
  goodFinding,
  PAGES_SCREEN,
  problemFinding,
  unconfirmedFinding,
} from './check.js';
import type { SettingValues } from '../settings/settings.js';
import type { LawId } from './law-table.js';
import type { SeenPage } from './shop-view.js';
import { find, linksTo, parsePage } from './visible-element.js';

type CheckedPageType = Extract<LegalPageType, 'terms' | 'privacy' | 'withdrawal'>;

/** Required parts of each page type, in both languages, and the minimum number of words. */
const REQUIRED_PARTS: Readonly<
  Record<CheckedPageType, { readonly min: number; readonly parts: readonly (readonly [string, RegExp])[] }>
> = {
  terms: {
    min: 200,
    parts: [
      ['how a contract is concluded', /zawar|zawier|conclu|contract is made/i],
      ['payment', /płat|zapła|\bpay/i],
      ['delivery', /dostaw|deliver/i],
      ['complaints', /reklamac|complain/i],
      ['withdrawal', /odst[ąa]p|withdraw/i],
    ],
  },
  privacy: {
    min: 120,
    parts: [
      ['the data controller', /administrator|controller/i],
      ['the legal basis', /podstaw|art\. 6|legal basis/i],
      ['how long data is kept', /przechow|okres|\bkept\b|retain|\bkeep/i],
      ['the rights of data subjects', /\bpraw[oa]\b|\brights?\b/i],
      ['the supervisory authority', /organ\p{L}* nadzorcz|Ochrony Danych Osobowych|UODO|supervisory/iu],
    ],
  },
  withdrawal: {
    min: 80,
    parts: [
      ['the withdrawal period', /\d+\s*(?:dni|days)/i],
      ['how to withdraw', /oświadcz|declar|statement/i],
      ['the form', /formularz|\bform\b/i],
      ['the refund', /zwr[oó]|refund|reimburse|pa(?:y|id) back/i],
    ],
  },
};
/** A placeholder in brackets or braces that was not filled in. */
const PLACEHOLDER = /\{\{?\s*\w+\s*\}?\}|\[(?:[^\]\d]{3,60})\]|lorem ipsum|\bTODO\b|\buzupełni[ćj]\b/i;

interface LegalPageCheckOptions {
  readonly type: CheckedPageType;
  readonly law: LawId;
  readonly label: string;
}

const PASSAGE_TAGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'li', 'td', 'th']);
/** Longest part of a passage that a message quotes. */
const MAX_QUOTE = 80;

/** Returns the first passage of a page's content that visitors do not see; undefined when they see all of it. */
function findHiddenPassage(content: string, visibleText: string): string | undefined {
  // Typographic quotes and dashes replace typed ones.
  const normalize = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const visible = normalize(visibleText);
  return find(parsePage(content), ({ tag }) => PASSAGE_TAGS.has(tag))
    .map(({ text }) => text)
    .find((text) => !text.includes('[') && !visible.includes(normalize(text)))
    ?.slice(0, MAX_QUOTE);
}

/** Checks a legal page: published, accessible to visitors, complete, and linked in the shop. */
export function legalPageCheck(i18n: CheckI18n, { type, law, label }: LegalPageCheckOptions): Check {
  const { __ } = i18n;
  const partNames: Readonly<Record<string, string>> = {
    'how a contract is concluded': __('how a contract is concluded'),
    payment: __('payment'),
    delivery: __('delivery'),
    complaints: __('complaints'),
    withdrawal: __('withdrawal'),
    'the data controller': __('the data controller'),
    'the legal basis': __('the legal basis'),
    'how long data is kept': __('how long data is kept'),
    'the rights of data subjects': __('the rights of data subjects'),
    'the supervisory authority': __('the supervisory authority'),
    'the withdrawal period': __('the withdrawal period'),
    'how to withdraw': __('how to withdraw'),
    'the form': __('the form'),
    'the refund': __('the refund'),
  };

  /** Returns what is wrong with a page as visitors see it, and what to do; undefined when nothing is. */
  function findTextProblem(
    { html, location, body: { text } }: SeenPage,
    version: LegalPage,
    values: SettingValues,
  ): readonly [string, string] | undefined {
    const { min, parts } = REQUIRED_PARTS[type];
    const rewrite = __('Regenerate the page, or write it yourself.');
    if (html === '')
      return [__('%s can’t be opened.', location), __('Open the page as a visitor and check what blocks it.')];
    if (text.split(' ').length < min)
      return [__('%s is too short to contain all required information.', location), rewrite];
    const absent = parts.filter(([, pattern]) => !pattern.test(text)).map(([name]) => partNames[name]);
    if (absent.length > 0) return [__('%1$s doesn’t cover: %2$s.', location, absent.join(', ')), rewrite];
    const unfilledText = PLACEHOLDER.exec(text)?.[0];
    if (unfilledText !== undefined)
      return [
        __('%1$s contains a placeholder that hasn’t been filled in: %2$s', location, unfilledText),
        __('Fill it in.'),
      ];
    if (type !== 'withdrawal' && !text.includes(values.text('company_name').trim()))
      return [__('%s doesn’t name the seller.', location), __('Enter the seller details.')];
    const hidden = findHiddenPassage(version.post.post_content, text);
    return hidden === undefined
      ? undefined
      : [__('%1$s doesn’t show: “%2$s”.', location, hidden), __('Check which theme or plugin changes the page.')];
  }

  return {
    id: `page_${type}`,
    law,
    label,
    fix: PAGES_SCREEN,
    run({ pages, view, values }: CheckContext) {
      const page = pages.find((candidate) => candidate.type === type);
      const missing = (seen: string, cure: string) => problemFinding('missing', [seen], cure, i18n);
      if (!page) return missing(__('This page doesn’t exist.'), __('Generate it, review it, and publish it.'));
      if (page.post.post_status !== 'publish')
        return missing(__('The page is a draft.'), __('Review it and publish it.'));
      if (CLOSED_ODR_URL.test(page.post.post_content))
        return {
          ...missing(__('It links to the EU’s ODR platform, which has closed.'), __('Remove the link.')),
          law: 'odr',
        };
      const draft = pages.find((version) => version.type === type && version.post.post_status !== 'publish');
      if (draft)
        return missing(
          __(
            '“%s” is a draft, so visitors who use this language see the page in another language.',
            draft.post.post_title,
          ),
          __('Review it and publish it.'),
        );
      // The footer links to the version in the visitor's language.
      const versions = pages.filter(
        (pageVersion) => pageVersion.type === type && pageVersion.post.post_status === 'publish',
      );
      for (const version of versions) {
        const path = new URL(version.url).pathname;
        for (const visitedPage of view.findPages('legal').filter((seenPage) => seenPage.path.startsWith(path))) {
          const problem = findTextProblem(visitedPage, version, values);
          if (problem) return missing(...problem);
        }
      }
      const unlinked = view
        .findPages('home', 'shop', 'checkout')
        .filter(
          (one) =>
            one.html !== '' &&
            (view.live || one.kind === 'shop') &&
            versions.every(({ url }) => linksTo(one.body, url).length === 0),
        );
      if (unlinked.length > 0)
        return problemFinding(
          'missing',
          [__('No page of the shop links to it.'), ...unlinked.map(({ location }) => location)],
          __('Show the footer menu in your theme.'),
          i18n,
        );
      return pageTextFinding(
        i18n,
        versions,
        __('Published, as generated from the shop’s settings, and linked in the shop.'),
      );
    },
  };
}

/**
 * Returns the finding about the text of published pages: `good` for generated texts, since these contain what the law
 * requires; an edited text waits for a person who has read it.
 */
function pageTextFinding({ __ }: CheckI18n, versions: readonly LegalPage[], generatedText: string): Finding {
  const edited = versions.filter(({ isUnedited }) => !isUnedited);
  if (edited.length === 0) return goodFinding(generatedText);
  return unconfirmedFinding(
    edited.map(({ type, locale, post }) => [type, locale, post.post_title, post.post_content].join('\n')).join('\n'),
    __(
      'Published, with a text that was edited or written by the shop: %s.',
      edited.map(({ post }) => post.post_title).join(', '),
    ),
    __('Read the text. Confirm that it contains everything the law requires.'),
  );
}

/** Names of the pages without a check of their own. */
const OTHER_TYPES = ['returns', 'complaints', 'delivery', 'accessibility', 'dsa_report', 'dsa_reasons'] as const;

/** Checks that all other legal pages are published, in every language of the pages. */
export function otherPagesCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'page_others',
    law: 'terms',
    label: __('Other legal pages'),
    fix: PAGES_SCREEN,
    run({ pages }: CheckContext) {
      const existing = pages.filter(({ type }) => OTHER_TYPES.some((other) => other === type));
      const drafts = existing.filter(({ post }) => post.post_status !== 'publish');
      if (drafts.length > 0)
        return problemFinding(
          'missing',
          drafts.map(({ post }) => __('“%s” is not published.', post.post_title)),
          __('Review the pages and publish them, or delete those that don’t apply to your shop.'),
          i18n,
        );
      if (existing.length === 0)
        return problemFinding(
          'advice',
          [__('There are no pages about delivery, returns, complaints, accessibility, and reports.')],
          __('Generate the pages that apply to your shop.'),
          i18n,
        );
      return pageTextFinding(i18n, existing, __('All are published as generated from the shop’s settings.'));
    },
  };
}

/** Checks that there is one page of each kind: a second one with the same title makes it unclear which is binding. */
export function pageCopiesCheck(i18n: CheckI18n, db: Database): Check {
  const { __ } = i18n;
  return {
    id: 'page_copies',
    law: 'terms',
    label: __('One legal page of each type'),
    fix: PAGES_SCREEN,
    async run({ pages }: CheckContext) {
      const published = pages.filter(({ post }) => post.post_status === 'publish');
      const legalPageIds = new Set(pages.map(({ post }) => post.id));
      const titles = [...new Set(published.map(({ post }) => post.post_title))];
      const rows =
        titles.length === 0
          ? []
          : await db()('posts')
              .where({ post_type: 'page', post_status: 'publish' })
              .whereIn('post_title', titles)
              .orderBy('id')
              .select<{ id: number; post_title: string }[]>('id', 'post_title');
      const copies = rows.filter(({ id }) => !legalPageIds.has(id));
      return copies.length === 0
        ? goodFinding(__('There are no duplicate pages.'))
        : problemFinding(
            'missing',
            copies.map(({ id, post_title: title }) => __('A second page has the title “%1$s” (ID %2$d).', title, id)),
            __('Unpublish the page that is no longer valid.'),
            i18n,
          );
    },
  };
}

/** Checks that the published legal pages match the shop. */
export function pageErrorsCheck(i18n: CheckI18n, pageErrors: PageErrors): Check {
  const { __ } = i18n;
  return {
    id: 'page_faults',
    law: 'terms',
    label: __('Legal pages match the shop'),
    fix: PAGES_SCREEN,
    async run({ pages }: CheckContext) {
      const [problems, stale]: [string[], string[]] = [[], []];
      for (const page of pages.filter(({ post }) => post.post_status === 'publish')) {
        for (const { code, text } of await pageErrors(page))
          (code === 'stale' ? stale : problems).push(`${page.post.post_title}: ${text}`);
      }
      const cure = __('Regenerate the page, or correct the text.');
      if (problems.length > 0) return problemFinding('missing', problems, cure, i18n);
      return stale.length > 0
        ? problemFinding('advice', stale, cure, i18n)
        : goodFinding(__('No page contradicts the shop’s settings.'));
    },
  };
}
