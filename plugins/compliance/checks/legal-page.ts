import { CLOSED_ODR_URL } from '../pages/page-text.js';
import type { LegalPage } from '../pages/legal-pages.js';
import { type LegalPageType, MAIN_LOCALE } from '../pages/page-type.js';
import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  type CheckContext,
  type Finding,
  goodFinding,
  PAGES_SCREEN,
  problemFinding,
  unconfirmedFinding,
} from './check.js';
import type { LawId } from './law-table.js';
import { type ExaminedPage, findUnseenStatements, type PageProblem } from './legal-text/page-text.js';
import type { SeenPage, ShopView } from './shop-view.js';
import { find, linksTo, type SeenElement } from './visible-element.js';

type CheckedPageType = Extract<LegalPageType, 'terms' | 'privacy' | 'withdrawal'>;

/** Number of words below which a page cannot contain what the law requires. */
const MIN_WORDS: Readonly<Record<CheckedPageType, number>> = { terms: 200, privacy: 120, withdrawal: 80 };
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

/** Returns the visits of a legal page: those in its language, or those in every language when there is no other version. */
function findVisits({ findPages }: ShopView, { url }: LegalPage): readonly SeenPage[] {
  const { pathname, search } = new URL(url);
  return findPages('legal').filter(({ path }) => path === pathname + search);
}

/** Returns the first passage of a page's content that visitors do not see; undefined when they see all of it. */
function findHiddenPassage(content: SeenElement, visibleText: string): string | undefined {
  // Typographic quotes and dashes replace typed ones.
  const normalize = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const visible = normalize(visibleText);
  return find(content, ({ tag }) => PASSAGE_TAGS.has(tag))
    .map(({ text }) => text)
    .find((text) => !text.includes('[') && !visible.includes(normalize(text)))
    ?.slice(0, MAX_QUOTE);
}

/** Share of letters with Polish diacritics above which a text is Polish. */
const POLISH_SHARE = 0.02;

/** Whether a text is in another language than that of its page. */
function isOtherLanguage(text: string, locale: string): boolean {
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  const polish = (text.match(/[ąćęłńóśźż]/giu) ?? []).length;
  return letters > 0 && polish / letters > POLISH_SHARE !== (locale === 'pl_PL');
}

/** Returns the address of the first link of a page's content that visitors do not get; undefined when they get all. */
function findMissingLink(content: SeenElement, body: SeenElement): string | undefined {
  const addresses = (element: SeenElement): string[] =>
    find(element, ({ tag }) => tag === 'a').flatMap(({ attributes }) => attributes.href ?? []);
  const shown = new Set(addresses(body));
  return addresses(content).find((address) => !shown.has(address) && !address.startsWith('#'));
}

/** Returns what visitors do not get of the stored text of a page: statements, other passages, and links. */
function findUnseenText({ location, body }: SeenPage, examined: ExaminedPage, i18n: CheckI18n): string[] {
  const { __ } = i18n;
  const statements = findUnseenStatements(body, examined, location, i18n);
  const passage = statements.length > 0 ? undefined : findHiddenPassage(examined.content, body.text);
  const link = findMissingLink(examined.content, body);
  return [
    ...statements,
    ...(passage === undefined ? [] : [__('%1$s doesn’t show: “%2$s”.', location, passage)]),
    ...(link === undefined ? [] : [__('%1$s doesn’t link to %2$s.', location, link)]),
  ];
}

/** Returns what is wrong with a page as its visitors get it, compared with its stored text. */
function findVisitProblems(page: SeenPage, examined: ExaminedPage, i18n: CheckI18n): readonly PageProblem[] {
  const { __ } = i18n;
  const { html, location } = page;
  if (html === '')
    return [
      {
        text: __('%s can’t be opened.', location),
        cure: __('Open the page as a visitor and check what blocks it.'),
      },
    ];
  const cure = __('Check which theme or plugin changes the page.');
  return [
    ...findUnseenText(page, examined, i18n).map((text) => ({ text, cure })),
    ...(isOtherLanguage(examined.content.text, examined.version.locale)
      ? [
          {
            text: __('%s is in another language than its visitors read.', location),
            cure: __('Regenerate the page, or write it yourself.'),
          },
        ]
      : []),
  ];
}

/** Returns why a page cannot contain what the law requires; undefined when it can. */
function findFormProblem(
  { html, location, body: { text } }: SeenPage,
  type: CheckedPageType,
  { __ }: CheckI18n,
): PageProblem | undefined {
  if (html !== '' && text.split(' ').length < MIN_WORDS[type])
    return {
      text: __('%s is too short to contain all required information.', location),
      cure: __('Regenerate the page, or write it yourself.'),
    };
  const unfilledText = PLACEHOLDER.exec(text)?.[0];
  return unfilledText === undefined
    ? undefined
    : {
        text: __('%1$s contains a placeholder that hasn’t been filled in: %2$s', location, unfilledText),
        cure: __('Fill it in.'),
      };
}

/** Returns the finding about problems of pages. */
function pageProblemFinding(problems: readonly PageProblem[], i18n: CheckI18n): Finding {
  return problemFinding(
    'missing',
    [...new Set(problems.map(({ text }) => text))],
    [...new Set(problems.map(({ cure }) => cure))].join(' '),
    i18n,
  );
}

/** Returns the problems of pages: of what visitors see, and of the stored text. */
function findTextProblems(pages: readonly ExaminedPage[], view: ShopView, i18n: CheckI18n): readonly PageProblem[] {
  return pages.flatMap((examined) => [
    ...findVisits(view, examined.version).flatMap((page) => findVisitProblems(page, examined, i18n)),
    ...examined.problems,
  ]);
}

/**
 * Returns the finding about the text of published pages without problems: `good` for sections as generated, since these
 * contain what the law requires; sections of the owner wait for a person who has read them.
 */
function pageTextFinding({ __ }: CheckI18n, pages: readonly ExaminedPage[], generatedText: string): Finding {
  const edited = pages.flatMap(({ version, own }) => (own ? [{ ...own, version }] : []));
  if (edited.length === 0) return goodFinding(generatedText);
  const list = (texts: readonly string[]): string => texts.join(', ');
  return unconfirmedFinding(
    edited
      .map(({ version: { type, locale, post }, subject }) => [type, locale, post.post_title, subject].join('\n'))
      .join('\n'),
    edited
      .flatMap(({ version: { post }, changes, unrecognized, otherEmails }) => [
        __('Changed by you in “%1$s”, please confirm: %2$s.', post.post_title, list(changes)),
        ...(unrecognized.length > 0 ? [__('Not found there: %s.', list(unrecognized))] : []),
        ...(otherEmails.length > 0 ? [__('It also names %s.', list(otherEmails))] : []),
      ])
      .join(' '),
    __('Read these sections. Confirm that they contain everything the law requires.'),
  );
}

/** Checks a legal page: published, accessible to visitors, complete, and linked in the shop. */
export function legalPageCheck(i18n: CheckI18n, { type, law, label }: LegalPageCheckOptions): Check {
  const { __ } = i18n;
  const missing = (seen: string, cure: string): Finding => problemFinding('missing', [seen], cure, i18n);

  /** Returns the finding about the status of the page's versions; undefined when all are published. */
  function findStatusProblem(pages: readonly LegalPage[]): Finding | undefined {
    const page = pages.find((candidate) => candidate.type === type);
    if (!page) return missing(__('This page doesn’t exist.'), __('Generate it, review it, and publish it.'));
    if (page.locale !== MAIN_LOCALE)
      return missing(
        __('This page doesn’t exist in Polish, only as “%s”.', page.post.post_title),
        __('Generate it, review it, and publish it.'),
      );
    if (page.post.post_status !== 'publish')
      return missing(__('The page is a draft.'), __('Review it and publish it.'));
    const draft = pages.find((version) => version.type === type && version.post.post_status !== 'publish');
    return (
      draft &&
      missing(
        __(
          '“%s” is a draft, so visitors who use this language see the page in another language.',
          draft.post.post_title,
        ),
        __('Review it and publish it.'),
      )
    );
  }

  /** Returns the pages of the shop that do not link to any version. */
  const findUnlinked = (versions: readonly LegalPage[], view: ShopView): readonly SeenPage[] =>
    view
      .findPages('home', 'shop', 'checkout')
      .filter(
        (one) =>
          one.html !== '' &&
          (view.live || one.kind === 'shop') &&
          versions.every(({ url }) => linksTo(one.body, url).length === 0),
      );

  return {
    id: `page_${type}`,
    law,
    label,
    fix: PAGES_SCREEN,
    run(context: CheckContext) {
      const { pages, view } = context;
      const statusProblem = findStatusProblem(pages);
      if (statusProblem) return statusProblem;
      // The footer links to the version in the visitor's language.
      const versions = pages.filter((version) => version.type === type);
      const formProblems = versions
        .flatMap((version) => findVisits(view, version))
        .flatMap((page) => findFormProblem(page, type, i18n) ?? []);
      const examined = context.legalTexts.filter(({ version }) => version.type === type);
      const odrProblems = versions.some(({ post }) => CLOSED_ODR_URL.test(post.post_content))
        ? [{ text: __('It links to the EU’s ODR platform, which has closed.'), cure: __('Remove the link.') }]
        : [];
      const problems = [...odrProblems, ...formProblems, ...findTextProblems(examined, view, i18n)];
      if (problems.length > 0)
        return {
          ...pageProblemFinding(problems, i18n),
          ...(odrProblems.length === problems.length ? { law: 'odr' as const } : {}),
        };
      const unlinked = findUnlinked(versions, view);
      if (unlinked.length > 0)
        return problemFinding(
          'missing',
          [__('No page of the shop links to it.'), ...unlinked.map(({ location }) => location)],
          __('Show the footer menu in your theme.'),
          i18n,
        );
      return pageTextFinding(
        i18n,
        examined,
        __('Published, as generated from the shop’s settings, and linked in the shop.'),
      );
    },
  };
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
    run(context: CheckContext) {
      const { pages, view } = context;
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
      const examined = context.legalTexts.filter(({ version }) => existing.includes(version));
      const problems = findTextProblems(examined, view, i18n);
      if (problems.length > 0) return pageProblemFinding(problems, i18n);
      return pageTextFinding(i18n, examined, __('All are published as generated from the shop’s settings.'));
    },
  };
}
