import { isWpError, type PluginScope, type RestArg, type RestRequest, type WpError } from 'plinth';
import { CHECKBOX_LOCATIONS, type CheckboxChanges } from '../consents/checkbox.js';
import {
  createCheckboxValidator,
  MAX_LABEL_LENGTH,
  MAX_POSITION,
  MAX_TEXT_LENGTH,
} from '../consents/evaluate-checkbox.js';
import type { PaymentMethods } from '../store/shop.js';
import { invalidParams, readBody } from './body.js';

/** Arguments of `PUT /checkboxes/{id}`, as listed in the namespace index. */
export const CHECKBOX_ARGS: Readonly<Record<string, RestArg>> = {
  label: {
    description: 'Text next to the checkbox; links, bold and italics only.',
    type: 'string',
    minLength: 1,
    maxLength: MAX_LABEL_LENGTH,
  },
  required: { description: 'Whether the form is refused when the checkbox is not checked.', type: 'boolean' },
  location: { description: 'Form that contains the checkbox.', type: 'string', enum: CHECKBOX_LOCATIONS },
  enabled: { description: 'Whether the checkbox is shown.', type: 'boolean' },
  position: {
    description: 'Position of the checkbox; lower comes first.',
    type: 'integer',
    minimum: 0,
    maximum: MAX_POSITION,
  },
  legal_page_id: { description: 'ID of the page that the checkbox refers to.', type: ['integer', 'null'] },
  error_message: {
    description: 'Error message shown when a required checkbox is not checked.',
    type: 'string',
    maxLength: MAX_TEXT_LENGTH,
  },
  description: { description: 'Text below the checkbox.', type: 'string', maxLength: MAX_TEXT_LENGTH },
  conditions: {
    description: 'Conditions under which the checkbox is shown.',
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
  payments: PaymentMethods,
): (request: RestRequest) => CheckboxChanges | WpError {
  const validate = createCheckboxValidator(scope, payments);
  return (request) => {
    const body = readBody(request);
    if (isWpError(body)) return body;
    const result = validate(body);
    return 'errors' in result ? invalidParams(result.errors) : result.changes;
  };
}
