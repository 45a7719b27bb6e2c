import type { PageRequest } from 'plinth';
import type { RuleInput } from '../merchandising/check-rule.js';
import type { MerchandisingRule } from '../merchandising/rule.js';
import { parseProductLines, formatProductLines } from './product-lines.js';
import type { ScreenDeps } from './screen-parts.js';

/** The fields of the form besides the validated ones. */
export interface RuleForm extends RuleInput {
  readonly lines: string;
  readonly localStart: string;
  readonly localEnd: string;
}

/** Converts rules to form values and submitted form values to rules. */
export function createRuleForm({ scope, running }: ScreenDeps) {
  /** Converts a form's time in the site's time zone to UTC; undefined if it is not a valid time. */
  async function toUtc(local: string): Promise<string | undefined> {
    if (local === '') return '';
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) && !Number.isNaN(Date.parse(`${local.slice(0, 16)}Z`))
      ? scope.getGmtFromDate(`${local.slice(0, 16).replace('T', ' ')}:00`)
      : undefined;
  }
  const toLocal = async (utc: string): Promise<string> =>
    utc === '' ? '' : (await scope.getDateFromGmt(utc, 'Y-m-d H:i')).replace(' ', 'T');

  async function toFormData({
    name,
    active,
    location,
    target,
    action,
    startsAt,
    endsAt,
  }: MerchandisingRule): Promise<RuleForm> {
    const products = target.kind === 'products' ? target.ids : [];
    return {
      name,
      active,
      location: location.kind,
      locationTerm: location.kind === 'term' ? String(location.termId) : '',
      locationSearch: location.kind === 'search' ? location.text : '',
      locationLanding: location.kind === 'landing' ? String(location.landingId) : '',
      target: target.kind,
      products,
      terms: target.kind === 'terms' ? target.ids.map(String) : [],
      days: target.kind === 'new' ? String(target.days) : '30',
      action: action.kind,
      pinPosition: action.kind === 'pin' ? String(action.position) : '1',
      startsAt,
      endsAt,
      lines: await formatProductLines(running, products),
      localStart: await toLocal(startsAt),
      localEnd: await toLocal(endsAt),
    };
  }

  async function readFormData(request: PageRequest): Promise<{ form: RuleForm; unmatchedLines: readonly string[] }> {
    const field = (name: string): string => request.field(name).trim();
    const submitted = request.form['terms'];
    const { ids, unmatchedLines } = await parseProductLines(running, field('products'));
    const form = {
      name: field('name'),
      active: field('active') === '1',
      location: field('location'),
      locationTerm: field('location_term'),
      locationSearch: field('location_search').replace(/\s+/g, ' '),
      locationLanding: field('location_landing'),
      target: field('target'),
      products: ids,
      terms: (Array.isArray(submitted) ? submitted : [submitted]).filter(
        (candidate): candidate is string => typeof candidate === 'string' && candidate !== '',
      ),
      days: field('days'),
      action: field('action_kind'),
      pinPosition: field('pin_place'),
      startsAt: await toUtc(field('starts')),
      endsAt: await toUtc(field('ends')),
      lines: field('products'),
      localStart: field('starts'),
      localEnd: field('ends'),
    };
    return { form, unmatchedLines };
  }

  return { toFormData, readFormData };
}
