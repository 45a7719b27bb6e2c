import { type AdminPage, type PageRequest, PlinthError, type Reply } from 'plinth';
import { nameOrder } from '../index/name-order.js';
import type { Vocabulary } from '../index/vocabulary.js';
import { checkRule, NEW_RULE } from '../merchandising/check-rule.js';
import type { MerchandisingRule, RuleDraft } from '../merchandising/rule.js';
import { createRuleForm, type RuleForm } from './rule-form.js';
import { previewRule } from './rule-preview.js';
import { RULE_EDIT_SLUG, RULES_SLUG, type ScreenDeps, screenPath } from './screen-parts.js';

type Problems = Readonly<Record<string, string>>;

/** Returns the edit screen of one rule, with a preview of the first page of its list. */
export function createRuleEditScreen(parts: ScreenDeps): AdminPage {
  const { scope, running } = parts;
  const { __ } = scope;
  const rules = () => running.container().get('merchandising').rules;
  const { toFormData, readFormData } = createRuleForm(parts);
  const show = createRuleView(parts);

  /** @returns the error message if it cannot be saved */
  async function saveRule(id: number, draft: RuleDraft): Promise<string | undefined> {
    try {
      await rules().save(id, draft);
      return undefined;
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
      if (error.code === 'facet_rule_not_found') return __('This rule no longer exists.');
      if (error.code === 'facet_rule_limit_reached')
        return __('You’ve reached the limit of rules. Remove those you no longer need.');
      throw error;
    }
  }

  async function save(request: PageRequest): Promise<Reply> {
    const id = Number(request.field('rule')) || 0;
    const { form, unmatchedLines } = await readFormData(request);
    const existingIds = {
      terms: new Set((await running.vocabulary()).terms.keys()),
      landings: new Set((await running.container().get('landings').all()).map((landing) => landing.id)),
    };
    const { draft, problems: formProblems } = checkRule(form, existingIds, __);
    const problems =
      unmatchedLines.length > 0 && form.target === 'products'
        ? { ...formProblems, products: __('Products not found: %s', unmatchedLines.join('; ')) }
        : formProblems;
    if (Object.keys(problems).length > 0) return show(id, form, problems);
    if (request.field('action') === 'preview') return show(id, form, {}, { ...draft, id, active: true });
    const problem = await saveRule(id, draft);
    if (problem !== undefined) return show(id, form, { other: problem });
    scope.addNotice(request, 'success', __('Rule saved. Product lists use it immediately.'));
    return { kind: 'redirect', status: 303, location: screenPath(RULES_SLUG) };
  }

  return {
    slug: RULE_EDIT_SLUG,
    title: () => __('Rule'),
    capability: 'manage_shop',
    parent: RULES_SLUG,
    hidden: true,
    async handler(request) {
      if (request.method === 'POST') return save(request);
      const id = Number(request.field('rule')) || 0;
      const rule = (await rules().all()).find((candidate) => candidate.id === id);
      if (id > 0 && !rule) return { kind: 'redirect', location: screenPath(RULES_SLUG) };
      return show(id, await toFormData(rule ?? NEW_RULE), {}, rule);
    },
  };
}

/**
 * Renders the form of a rule.
 * @param preview the rule whose list is previewed
 */
type ShowRule = (id: number, form: RuleForm, problems?: Problems, preview?: MerchandisingRule) => Promise<Reply>;

function createRuleView({ scope, running }: ScreenDeps): ShowRule {
  const { __ } = scope;

  async function getLandingOptions(selectedId: string): Promise<object[]> {
    const pages = running.container().get('pages');
    const landings = await running.container().get('landings').all();
    return Promise.all(
      landings.map(async (landing) => ({
        value: String(landing.id),
        label: await pages.nameOf(landing),
        selected: String(landing.id) === selectedId,
      })),
    );
  }

  /** Returns the form options: where a rule applies, which products it affects, and what it does. */
  function getOptions(form: RuleForm, hasLandings: boolean): object {
    return {
      locations: toOptions(
        [
          ['everywhere', __('Everywhere')],
          ['term', __('In one category or brand, including subcategories')],
          ['search', __('When shoppers search for these words')],
          ...(hasLandings ? [['landing', __('On a landing page')] as const] : []),
        ],
        form.location,
      ),
      targets: toOptions(
        [
          ['products', __('Selected products')],
          ['terms', __('Products in categories, brands, or attributes')],
          ['on_sale', __('Products on sale')],
          ['in_stock', __('In-stock products')],
          ['new', __('New products')],
        ],
        form.target,
      ),
      actions: toOptions(
        [
          ['pin', __('Pin to a position')],
          ['boost', __('Boost: show before other products')],
          ['bury', __('Bury: show after other products')],
        ],
        form.action,
      ),
    };
  }

  return async (id, form, problems = {}, preview) => {
    scope.useAsset('facet-admin');
    scope.useAsset('facet-rule');
    const landings = await getLandingOptions(form.locationLanding);
    const groups = createTermGroups(await running.vocabulary(), scope.locale());
    const data = {
      id,
      form,
      problems,
      landings,
      locationTerms: groups([form.locationTerm]),
      targetTerms: groups(form.terms),
      ...getOptions(form, landings.length > 0),
      preview: preview && (await previewRule(running, preview)),
      backUrl: screenPath(RULES_SLUG),
    };
    return {
      kind: 'page',
      status: Object.keys(problems).length > 0 ? 422 : 200,
      title: id > 0 ? __('Edit rule') : __('Add rule'),
      view: 'admin/rule-edit',
      data,
    };
  };
}

/** Returns the terms by taxonomy, each with its path; selected terms are marked. */
function createTermGroups(vocabulary: Vocabulary, locale: string): (selectedIds: readonly string[]) => object[] {
  const getPath = (term: number): string =>
    [...vocabulary.lineage(term)]
      .reverse()
      .map(({ name }) => name)
      .join(' › ');
  return (selectedIds) =>
    [...vocabulary.taxonomies.values()]
      .map(({ name, label }) => ({
        label,
        terms: vocabulary
          .termsOf(name)
          .map((term) => ({
            value: String(term.id),
            label: getPath(term.id),
            selected: selectedIds.includes(String(term.id)),
          }))
          .sort((a, b) => nameOrder(locale)(a.label, b.label)),
      }))
      .filter(({ terms }) => terms.length > 0);
}

const toOptions = (choices: readonly (readonly [value: string, label: string])[], selectedValue: string) =>
  choices.map(([value, label]) => ({ value, label, checked: value === selectedValue }));
