import { isWpError, type PluginScope, type RestArg, type RestRequest, type WpError } from 'plinth';
import type { CompanyInput } from '../pages/generator.js';
import { isTemplateType, TEMPLATE_TYPES, type TemplateType } from '../pages/page-type.js';
import { isNip } from '../settings/identifiers.js';
import { invalidParams, type JsonBody, missingParams, readBody } from './body.js';

const MAX_LENGTHS = { company_name: 200, company_address: 500, email: 254, phone: 40, nip: 20 } as const;
const REQUIRED_FIELDS = ['company_name', 'company_address', 'email'] as const;

export const GENERATE_ARGS: Readonly<Record<string, RestArg>> = {
  type: {
    description:
      'Legal page to generate from its template; without a body, the missing ones of the four empty drafts are created.',
    type: 'string',
    enum: TEMPLATE_TYPES,
  },
  company_name: { description: 'Company name.', type: 'string', maxLength: MAX_LENGTHS.company_name },
  company_address: { description: 'Company address.', type: 'string', maxLength: MAX_LENGTHS.company_address },
  email: { description: 'Contact email address.', type: 'string', format: 'email', maxLength: MAX_LENGTHS.email },
  phone: { description: 'Phone number.', type: 'string', maxLength: MAX_LENGTHS.phone },
  nip: { description: 'Tax identifier.', type: 'string', maxLength: MAX_LENGTHS.nip },
};

/** Request to the generator: all empty drafts, or one page from its template. */
type GenerateRequest = 'empty' | { readonly type: TemplateType; readonly company: CompanyInput };

function findLengthErrors(body: JsonBody, { __ }: Pick<PluginScope, '__'>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, limit] of Object.entries(MAX_LENGTHS)) {
    const value = body[name] ?? '';
    if (typeof value !== 'string') errors[name] = __('Must be a string.');
    else if ([...value].length > limit) errors[name] = __('Must be at most %d characters long.', limit);
  }
  return errors;
}

/** Selects the operation by the request body. */
export function readGenerateRequest(request: RestRequest, scope: PluginScope): GenerateRequest | WpError {
  const body = readBody(request);
  if (isWpError(body)) return body;
  if (Object.keys(body).length === 0) return 'empty';
  if (!Object.hasOwn(body, 'type')) return missingParams(['type']);
  const { __ } = scope;
  const absent = REQUIRED_FIELDS.filter((name) => (body[name] ?? null) === null);
  const errors: Record<string, string> = {};
  if (!isTemplateType(body.type)) errors.type = __('Must be one of: %s.', TEMPLATE_TYPES.join(', '));
  Object.assign(errors, findLengthErrors(body, scope));
  const field = (name: keyof typeof MAX_LENGTHS): string => (typeof body[name] === 'string' ? body[name].trim() : '');
  for (const name of REQUIRED_FIELDS) {
    if (!absent.includes(name) && errors[name] === undefined && field(name) === '')
      errors[name] = __('Must not be empty.');
  }
  if (field('email') !== '' && scope.isEmail(field('email')) === false)
    errors.email ??= __('Enter a valid email address.');
  if (field('nip') !== '' && !isNip(field('nip')))
    errors.nip ??= __('Enter a valid NIP: the check digit doesn’t match.');
  if (Object.keys(errors).length > 0)
    return invalidParams({ ...errors, ...Object.fromEntries(absent.map((name) => [name, __('Required field.')])) });
  if (absent.length > 0) return missingParams(absent);
  return {
    type: body.type as TemplateType,
    company: {
      name: field('company_name'),
      address: field('company_address'),
      email: field('email'),
      phone: field('phone'),
      nip: field('nip'),
    },
  };
}
