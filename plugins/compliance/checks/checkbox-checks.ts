import type { PluginScope } from 'plinth';
import { type ConsentCheckbox, isFreeConsent } from '../consents/checkbox.js';
import { BUILT_IN_CHECKBOXES, findUntranslated, isLabel, SELLER_PLACEHOLDER } from '../consents/built-in.js';
import type { ConditionReferences } from '../consents/condition-references.js';
import type { LegalPage } from '../pages/legal-pages.js';
import { PAGE_CHECKBOXES } from '../pages/page-type.js';
import type { CheckI18n } from './check-i18n.js';
import {
  CHECKBOXES_SCREEN,
  type Check,
  goodFinding,
  problemFinding,
  type CheckContext,
  unconfirmedFinding,
} from './check.js';
import { normalizeText } from './normalize-text.js';
import { byClass, byId, find, linksTo, type SeenElement } from './visible-element.js';
import type { SeenPage } from './shop-view.js';

/** Reports checkboxes that are shown to everyone because their conditions refer to something deleted. */
export function checkboxConditionsCheck(
  i18n: CheckI18n & { wpStripAllTags(text: string): string },
  references: ConditionReferences,
): Check {
  const { __ } = i18n;
  return {
    id: 'box_conditions',
    law: 'consent',
    label: __('Checkbox conditions'),
    fix: CHECKBOXES_SCREEN,
    async run({ checkboxes }: CheckContext) {
      const problems: string[] = [];
      for (const checkbox of checkboxes.filter(({ enabled }) => enabled)) {
        const { categories, ...others } = await references.findMissing(checkbox.conditions);
        const missingReferences = [...categories.map((id) => __('category %s', id)), ...Object.values(others).flat()];
        if (missingReferences.length > 0)
          problems.push(
            __(
              '“%1$s” depends on something that no longer exists, so everyone sees the checkbox: %2$s.',
              i18n.wpStripAllTags(checkbox.label),
              missingReferences.join(', '),
            ),
          );
      }
      return problems.length === 0
        ? goodFinding(__('Everything the conditions refer to exists.'))
        : problemFinding('advice', problems, __('Open the checkbox and select its conditions again.'), i18n);
    },
  };
}

/** Whether a checkbox has the text that comes with the plugin. */
function isBuiltInText({ slug, label, required }: ConsentCheckbox): boolean {
  return BUILT_IN_CHECKBOXES.some(
    (builtIn) => builtIn.slug === slug && builtIn.label === label && builtIn.required === required,
  );
}

type FormName = 'checkout' | 'registration' | 'contact';

/** Whether a text is a label, whichever seller it names, apart from punctuation and case. */
function isSameLabel(text: string, label: string): boolean {
  const [before = '', after] = label.split(SELLER_PLACEHOLDER).map(normalizeText);
  const shown = normalizeText(text);
  return after === undefined ? shown === before : shown.startsWith(before) && shown.endsWith(after);
}

/** Returns the label that Polish pages show. */
const polishLabel = ({ label, translations }: ConsentCheckbox): string => translations.pl_PL?.label || label;

/** Words of consents to advertising. */
export const COMMERCIAL = /newsletter|marketing|handlow|commercial|promoc/i;

const MIN_LABEL_LENGTH = 8;
const REQUIRED_MARK = /\s*\((?:wymagane|opcjonalne|nieobowiązkowe|required|optional)\)\s*$/i;

interface FormCheckboxesOptions {
  readonly form: FormName;
  readonly label: string;
  /** Slugs of the built-in checkboxes that the form requires. */
  readonly requiredSlugs: readonly string[];
}

type CheckboxI18n = CheckI18n & Pick<PluginScope, 'wpStripAllTags'>;

const quoteLabel = ({ label }: ConsentCheckbox, { wpStripAllTags }: CheckboxI18n): string =>
  `“${wpStripAllTags(label)}”`;

/** Returns what is wrong with how a checkbox can be used. */
function findInputProblems(
  { __ }: CheckI18n,
  { slug, required }: ConsentCheckbox,
  { attributes }: SeenElement,
  { location }: SeenPage,
  name: string,
): string[] {
  return [
    ...('checked' in attributes ? [__('%1$s: a checkbox is preselected: %2$s.', location, name)] : []),
    ...('disabled' in attributes ? [__('%1$s: a checkbox can’t be selected: %2$s.', location, name)] : []),
    ...(required && !('required' in attributes)
      ? [__('%1$s: a required checkbox is optional: %2$s.', location, name)]
      : []),
    ...(isFreeConsent(slug) && 'required' in attributes
      ? [__('%1$s: a voluntary consent is required: %2$s.', location, name)]
      : []),
  ];
}

/** Returns what is wrong with the link of a checkbox to the page it refers to. */
function findLinkProblems(
  i18n: CheckboxI18n,
  checkbox: ConsentCheckbox,
  element: SeenElement,
  page: SeenPage,
  pages: readonly LegalPage[],
): string[] {
  const { __ } = i18n;
  const name = quoteLabel(checkbox, i18n);
  const published = pages.filter(({ post }) => post.post_status === 'publish');
  const selectedPage = published.find(({ post }) => post.id === checkbox.legalPageId);
  // Visitors are linked to the version in their language, if there is one.
  const linkedPage =
    published.find(({ type, locale }) => type === selectedPage?.type && locale === page.locale) ?? selectedPage;
  return [
    ...(selectedPage === undefined && published.some(({ type }) => PAGE_CHECKBOXES[type]?.includes(checkbox.slug))
      ? [__('%1$s: a checkbox doesn’t refer to the page it is about: %2$s.', page.location, name)]
      : []),
    ...(linkedPage && linksTo(element, linkedPage.url).length === 0
      ? [__('%1$s: a checkbox doesn’t link to the page it refers to: %2$s.', page.location, name)]
      : []),
  ];
}

/**
 * Checks a form's checkboxes: present, unchecked, labeled, in the visitor's language, and linked to the page they refer
 * to.
 */
export function formCheckboxesCheck(i18n: CheckboxI18n, { form, label, requiredSlugs }: FormCheckboxesOptions): Check {
  const { __, _n } = i18n;

  function findProblems(
    checkbox: ConsentCheckbox,
    element: SeenElement,
    page: SeenPage,
    pages: readonly LegalPage[],
  ): string[] {
    const name = quoteLabel(checkbox, i18n);
    const input = find(element, byId(`legal-box-${checkbox.id}`))[0];
    return [
      ...(input ? findInputProblems(i18n, checkbox, input, page, name) : []),
      ...findTextProblems(checkbox, element, page, name),
      ...findLinkProblems(i18n, checkbox, element, page, pages),
    ];
  }

  function findTextProblems(checkbox: ConsentCheckbox, element: SeenElement, page: SeenPage, name: string): string[] {
    const text = (
      find(element, ({ tag, attributes }) => tag === 'label' && attributes.for === `legal-box-${checkbox.id}`)[0]
        ?.text ?? ''
    )
      .replace(REQUIRED_MARK, '')
      .trim();
    const builtInLabel = BUILT_IN_CHECKBOXES.find(({ slug }) => slug === checkbox.slug)?.label;
    return [
      ...(page.locale === 'pl_PL' && text !== '' && !isSameLabel(text, i18n.wpStripAllTags(polishLabel(checkbox)))
        ? [__('%1$s: a checkbox has another text than its setting: %2$s.', page.location, text)]
        : []),
      ...(checkbox.required && !isFreeConsent(checkbox.slug) && COMMERCIAL.test(text)
        ? [__('%1$s: a required checkbox also asks for a consent to advertising: %2$s.', page.location, text)]
        : []),
      ...(text.length < MIN_LABEL_LENGTH ? [__('%1$s: a checkbox has lost its text: %2$s.', page.location, name)] : []),
      ...(checkbox.label === builtInLabel && page.locale !== 'pl_PL' && isLabel(text, builtInLabel)
        ? [__('%1$s: a checkbox is in a different language than the page: %2$s.', page.location, name)]
        : []),
      ...(findUntranslated(checkbox, [i18n.getSiteLanguages()[0] ?? '', page.locale]).length > 0
        ? [__('%1$s: a checkbox has no text in the language of the page: %2$s.', page.location, name)]
        : []),
    ];
  }

  return {
    id: `boxes_${form}`,
    law: 'consent',
    label,
    fix: CHECKBOXES_SCREEN,
    run({ view, checkboxes, pages }: CheckContext) {
      const visitedPages = view.findPages(form);
      if (visitedPages.every(({ html }) => html === ''))
        return unconfirmedFinding(
          '',
          __('Couldn’t open the form.'),
          __('Open it yourself. It may need a product in stock.'),
        );
      const expectedCheckboxes = checkboxes.filter((checkbox) => checkbox.location === form);
      const problems: string[] = [];
      let count = 0;
      for (const page of visitedPages) {
        const checkboxParts = expectedCheckboxes.map((checkbox) => ({
          checkbox,
          part: find(page.body, byClass('legal-box')).find(
            (part) => find(part, byId(`legal-box-${checkbox.id}`)).length > 0,
          ),
        }));
        const absent = requiredSlugs.filter(
          (slug) => !checkboxParts.some(({ checkbox, part }) => checkbox.slug === slug && part),
        );
        if (absent.length > 0)
          problems.push(__('Missing from the form on %1$s: %2$s.', page.location, absent.join(', ')));
        for (const { checkbox, part } of checkboxParts)
          if (part) problems.push(...findProblems(checkbox, part, page, pages));
        count = checkboxParts.filter(({ part }) => part).length;
      }
      if (problems.length > 0)
        return problemFinding(
          'missing',
          problems,
          __('Turn the checkboxes on, check their texts and conditions, and find out which plugin changes them.'),
          i18n,
        );
      const edited = expectedCheckboxes.filter((checkbox) => checkbox.enabled && !isBuiltInText(checkbox));
      if (edited.length > 0)
        return unconfirmedFinding(
          edited
            .map(({ slug, label: text, description, required, legalPageId }) =>
              [slug, text, description, required, legalPageId].join('\n'),
            )
            .join('\n'),
          __(
            'Checkboxes with texts of your own: %s.',
            edited.map(({ label: text }) => `“${i18n.wpStripAllTags(text)}”`).join(', '),
          ),
          __(
            'Read the texts. Confirm that each asks for one thing, says whom the consent is given to, and is required only where the law allows it.',
          ),
        );
      return goodFinding(
        _n('%d checkbox in the form, not preselected.', '%d checkboxes in the form, none preselected.', count),
      );
    },
  };
}
