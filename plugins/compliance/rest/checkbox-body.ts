import { isWpError, type PluginScope, type RestArg, type RestRequest, type WpError } from 'plinth';
import { CHECKBOX_LOCATIONS, type CheckboxChanges } from '../consents/checkbox.js';
import { createConditionEvaluator, MAX_LABEL, MAX_POSITION, MAX_TEXT } from '../consents/evaluate-checkbox.js';
import type { PaymentWays } from '../store/shop.js';
import { invalidParams, readBody } from './body.js';

/** Arguments of `PUT /checkboxes/{id}`, as listed in the namespace index. */
export const CHECKBOX_ARGS: Readonly<Record<string, RestArg>> = {
  label: {
    description: 'Text next to the box; links, bold and italics only.',
    type: 'string',
    minLength: 1,
    maxLength: MAX_LABEL,
  },
  required: { description: 'Whether a form is refused while it is empty.', type: 'boolean' },
  location: { description: 'Where it stands.', type: 'string', enum: CHECKBOX_LOCATIONS },
  enabled: { description: 'Whether it is shown.', type: 'boolean' },
  position: {
    description: 'Its place in the order; lower comes first.',
    type: 'integer',
    minimum: 0,
    maximum: MAX_POSITION,
  },
  legal_page_id: { description: 'The page it refers to.', type: ['integer', 'null'] },
  error_message: { description: 'What is said when it is required and empty.', type: 'string', maxLength: MAX_TEXT },
  description: { description: 'A sentence below it.', type: 'string', maxLength: MAX_TEXT },
  conditions: {
    description: 'When it is shown.',
    type: 'object',
    properties: {
      categories: { type: 'array', items: { type: 'integer' } },
      countries: { type: 'array', items: { type: 'string' } },
      payment_methods: { type: 'array', items: { type: 'string' } },
      product_types: { type: 'array', items: { type: 'string' } },
    },
  },
};

/** Validates a body by itself, independent of stored data. */
export function createCheckboxBody(
  scope: PluginScope,
  payments: PaymentWays,
): (request: RestRequest) => CheckboxChanges | WpError {
  const judge = createConditionEvaluator(scope, payments);
  return (request) => {
    const body = readBody(request);
    if (isWpError(body)) return body;
    const judged = judge(body);
    return 'errors' in judged ? invalidParams(judged.errors) : judged.changes;
  };
}
