import { type AdminPage, type PageRequest, PlinthError, type Reply } from 'plinth';
import { checkRule, NEW_RULE, type TypedRule } from '../merchandising/check-rule.js';
import type { MerchandisingRule } from '../merchandising/rule.js';
import { idsOfLines, linesOfProducts } from './product-lines.js';
import { previewRule } from './rule-preview.js';
import { RULE_EDIT_SLUG, RULES_SLUG, type ScreenParts, screenPath } from './screen-parts.js';

type Problems = Readonly<Record<string, string>>;

/** What the form shows besides what is checked. */
interface Typed extends TypedRule {
  readonly lines: string;
  readonly starts: string;
  readonly ends: string;
}

/** One rule, with the first page of its list as it would be. */
export function ruleEditScreen({ scope, running }: ScreenParts): AdminPage {
  const { __ } = scope;
  const rules = () => running.container().get('merchandising').rules;

  /** A time of the site's zone as fields of forms have it, in UTC; undefined for what is none. */
  async function utcOf(local: string): Promise<string | undefined> {
    if (local === '') return '';
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) && !Number.isNaN(Date.parse(`${local.slice(0, 16)}Z`))
      ? scope.getGmtFromDate(`${local.slice(0, 16).replace('T', ' ')}:00`)
      : undefined;
  }
  const localOf = async (utc: string): Promise<string> =>
    utc === '' ? '' : (await scope.getDateFromGmt(utc, 'Y-m-d H:i')).replace(' ', 'T');

  async function typedOf({ name, active, place, target, action, startsAt, endsAt }: MerchandisingRule): Promise<Typed> {
    const products = target.kind === 'products' ? target.ids : [];
    return {
      name,
      active,
      place: place.kind,
      placeTerm: place.kind === 'term' ? String(place.termId) : '',
      placeWords: place.kind === 'search' ? place.words : '',
      placeLanding: place.kind === 'landing' ? String(place.landingId) : '',
      target: target.kind,
      products,
      terms: target.kind === 'terms' ? target.ids.map(String) : [],
      days: target.kind === 'new' ? String(target.days) : '30',
      action: action.kind,
      pinPlace: action.kind === 'pin' ? String(action.place) : '1',
      startsAt,
      endsAt,
      lines: await linesOfProducts(running, products),
      starts: await localOf(startsAt),
      ends: await localOf(endsAt),
    };
  }

  async function readTyped(request: PageRequest): Promise<{ typed: Typed; unknown: readonly string[] }> {
    const field = (name: string): string => request.field(name).trim();
    const given = request.form['terms'];
    const { ids, unknown } = await idsOfLines(running, field('products'));
    const typed = {
      name: field('name'),
      active: field('active') === '1',
      place: field('place'),
      placeTerm: field('place_term'),
      placeWords: field('place_words').replace(/\s+/g, ' '),
      placeLanding: field('place_landing'),
      target: field('target'),
      products: ids,
      terms: (Array.isArray(given) ? given : [given]).filter(
        (one): one is string => typeof one === 'string' && one !== '',
      ),
      days: field('days'),
      action: field('action_kind'),
      pinPlace: field('pin_place'),
      startsAt: await utcOf(field('starts')),
      endsAt: await utcOf(field('ends')),
      lines: field('products'),
      starts: field('starts'),
      ends: field('ends'),
    };
    return { typed, unknown };
  }

  async function show(id: number, typed: Typed, problems: Problems = {}, preview?: MerchandisingRule): Promise<Reply> {
    scope.useAsset('facet-admin');
    scope.useAsset('facet-rule');
    const vocabulary = await running.vocabulary();
    const pages = running.container().get('pages');
    const landings = await Promise.all(
      (await running.container().get('landings').all()).map(async (landing) => ({
        value: String(landing.id),
        label: await pages.nameOf(landing),
        selected: String(landing.id) === typed.placeLanding,
      })),
    );
    const way = (term: number): string =>
      [...vocabulary.lineage(term)]
        .reverse()
        .map(({ name }) => name)
        .join(' › ');
    const groups = (chosen: readonly string[]) =>
      [...vocabulary.taxonomies.values()]
        .map(({ name, label }) => ({
          label,
          terms: vocabulary
            .termsOf(name)
            .map((term) => ({
              value: String(term.id),
              label: way(term.id),
              selected: chosen.includes(String(term.id)),
            }))
            .sort((a, b) => a.label.localeCompare(b.label)),
        }))
        .filter(({ terms }) => terms.length > 0);
    const choose = (choices: readonly (readonly [value: string, label: string])[], chosen: string) =>
      choices.map(([value, label]) => ({ value, label, checked: value === chosen }));
    const data = {
      id,
      typed,
      problems,
      landings,
      placeTerms: groups([typed.placeTerm]),
      targetTerms: groups(typed.terms),
      places: choose(
        [
          ['everywhere', __('Everywhere')],
          ['term', __('On one list, and those below it')],
          ['search', __('When these words are searched for')],
          ...(landings.length > 0 ? [['landing', __('On a landing page')] as const] : []),
        ],
        typed.place,
      ),
      targets: choose(
        [
          ['products', __('Chosen products')],
          ['terms', __('Products of categories, brands or properties')],
          ['on_sale', __('Products on sale')],
          ['in_stock', __('Products in stock')],
          ['new', __('New products')],
        ],
        typed.target,
      ),
      actions: choose(
        [
          ['pin', __('They get a place of their own')],
          ['boost', __('They stand before the others')],
          ['bury', __('They stand behind the others')],
        ],
        typed.action,
      ),
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
  }

  async function save(request: PageRequest): Promise<Reply> {
    const id = Number(request.field('rule')) || 0;
    const { typed, unknown } = await readTyped(request);
    const known = {
      terms: new Set((await running.vocabulary()).terms.keys()),
      landings: new Set((await running.container().get('landings').all()).map((landing) => landing.id)),
    };
    const { draft, problems: found } = checkRule(typed, known, __);
    const problems =
      unknown.length > 0 && typed.target === 'products'
        ? { ...found, products: __('There are no such products: %s', unknown.join('; ')) }
        : found;
    if (Object.keys(problems).length > 0) return show(id, typed, problems);
    if (request.field('action') === 'preview') return show(id, typed, {}, { ...draft, id, active: true });
    try {
      await rules().save(id, draft);
    } catch (error) {
      if (!(error instanceof PlinthError) || (error.code !== 'facet_rule_missing' && error.code !== 'facet_rule_many'))
        throw error;
      return show(id, typed, {
        other:
          error.code === 'facet_rule_missing'
            ? __('This rule is gone.')
            : __('There are too many rules. Remove those that do not hold any more.'),
      });
    }
    scope.addNotice(request, 'success', __('The rule is saved. Lists follow it at once.'));
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
      const rule = (await rules().all()).find((one) => one.id === id);
      if (id > 0 && !rule) return { kind: 'redirect', location: screenPath(RULES_SLUG) };
      return show(id, await typedOf(rule ?? NEW_RULE), {}, rule);
    },
  };
}
