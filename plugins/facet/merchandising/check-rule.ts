import type { Problems, Translate } from '../settings/check-value.js';
import {
  ACTION_KINDS,
  type MerchandisingRule,
  LOCATION_KINDS,
  type RuleAction,
  type RuleDraft,
  type RuleLocation,
  type RuleTarget,
  TARGET_KINDS,
} from './rule.js';

/** A rule as submitted by a form: texts by field name. */
export interface RuleInput {
  readonly name: string;
  readonly active: boolean;
  readonly location: string;
  readonly locationTerm: string;
  readonly locationSearch: string;
  readonly locationLanding: string;
  readonly target: string;
  /** Product ids that the lines resolve to. */
  readonly products: readonly number[];
  readonly terms: readonly string[];
  readonly days: string;
  readonly action: string;
  readonly pinPosition: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`; empty for none, undefined for an invalid time. */
  readonly startsAt: string | undefined;
  readonly endsAt: string | undefined;
}

/** Ids that a rule may refer to. */
interface ReferableIds {
  readonly terms: ReadonlySet<number>;
  readonly landings: ReadonlySet<number>;
}

const MAX_NAME_LENGTH = 100;
const MAX_SEARCH_LENGTH = 80;
/** Maximum number of products per rule. */
export const MAX_PRODUCTS = 100;
const MAX_TERMS = 50;
const MAX_PIN_POSITION = 100;
const MAX_DAYS = 365;

/** Validates a rule strictly: reports every error by field and corrects nothing. */
export function checkRule(
  input: RuleInput,
  knownIds: ReferableIds,
  __: Translate,
): { readonly draft: RuleDraft; readonly problems: Problems } {
  const problems: Problems = {};
  const addProblem = (field: string, text: string): void => void (problems[field] ??= text);
  const kindOf = <T extends string>(kinds: readonly [T, ...T[]], value: string, field: string): T => {
    const kind = kinds.find((candidate) => candidate === value);
    if (!kind) addProblem(field, __('Must be one of: %s.', kinds.join(', ')));
    return kind ?? kinds[0];
  };
  const numberOf = (value: string, max: number, field: string): number => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < 1 || Number(value) > max)
      addProblem(field, __('Enter a whole number from %d to %d.', 1, max));
    return Number(value) || 1;
  };

  function readLocation(): RuleLocation {
    const kind = kindOf(LOCATION_KINDS, input.location, 'location');
    if (kind === 'everywhere') return { kind };
    if (kind === 'search') {
      if (input.locationSearch === '' || input.locationSearch.length > MAX_SEARCH_LENGTH)
        addProblem('locationSearch', __('Enter 1–%d characters.', MAX_SEARCH_LENGTH));
      return { kind, text: input.locationSearch };
    }
    const [field, ids] =
      kind === 'term' ? (['locationTerm', knownIds.terms] as const) : (['locationLanding', knownIds.landings] as const);
    const id = Number(input[field]);
    if (!ids.has(id)) addProblem(field, __('Select an existing item.'));
    return kind === 'term' ? { kind, termId: id } : { kind, landingId: id };
  }

  function readTarget(): RuleTarget {
    const kind = kindOf(TARGET_KINDS, input.target, 'target');
    if (kind === 'new') return { kind, days: numberOf(input.days, MAX_DAYS, 'days') };
    if (kind === 'products') {
      if (input.products.length === 0 || input.products.length > MAX_PRODUCTS)
        addProblem('products', __('Enter 1–%d products.', MAX_PRODUCTS));
      return { kind, ids: input.products };
    }
    if (kind !== 'terms') return { kind };
    const ids = [...new Set(input.terms.map(Number))];
    if (ids.length === 0 || ids.length > MAX_TERMS || ids.some((id) => !knownIds.terms.has(id)))
      addProblem('terms', __('Select 1–%d existing items.', MAX_TERMS));
    return { kind, ids };
  }

  function readAction(): RuleAction {
    const kind = kindOf(ACTION_KINDS, input.action, 'action');
    if (kind !== 'pin') return { kind };
    if (input.target !== 'products') addProblem('action', __('Only selected products can be pinned to a position.'));
    return { kind, position: numberOf(input.pinPosition, MAX_PIN_POSITION, 'pinPosition') };
  }

  if (input.name === '' || input.name.length > MAX_NAME_LENGTH)
    addProblem('name', __('Enter 1–%d characters.', MAX_NAME_LENGTH));
  const [startsAt, endsAt] = [input.startsAt ?? '', input.endsAt ?? ''];
  if (input.startsAt === undefined) addProblem('startsAt', __('Enter a date and time.'));
  if (input.endsAt === undefined || (endsAt !== '' && endsAt <= startsAt))
    addProblem(
      'endsAt',
      input.endsAt === undefined ? __('Enter a date and time.') : __('The end must be later than the start.'),
    );
  return {
    draft: {
      name: input.name,
      active: input.active,
      location: readLocation(),
      target: readTarget(),
      action: readAction(),
      startsAt,
      endsAt,
    },
    problems,
  };
}

/** The initial values of a new rule. */
export const NEW_RULE: MerchandisingRule = {
  id: 0,
  name: '',
  active: true,
  location: { kind: 'everywhere' },
  target: { kind: 'products', ids: [] },
  action: { kind: 'pin', position: 1 },
  startsAt: '',
  endsAt: '',
};
