import { type RestSchema, WpError } from '../../api/index.js';
import { isNumeric, toFloat } from '../values.js';
import { wrongTypeError, isInteger } from './kinds.js';

/** Validates a number: its type, its multiple and its bounds (`rest_validate_number_value_from_schema`). */
export function validateNumber(
  value: unknown,
  schema: RestSchema,
  param: string,
  type: 'number' | 'integer',
): WpError | undefined {
  if (!isNumeric(value)) return wrongTypeError(param, type);
  const number = toFloat(value);
  if (schema.multipleOf !== undefined && !isMultiple(number, schema.multipleOf)) {
    return new WpError('rest_invalid_multiple', `${param} must be a multiple of ${schema.multipleOf}.`);
  }
  const bounds = violatedBounds(number, schema);
  if (bounds) return new WpError('rest_out_of_bounds', `${param} must be ${bounds}`);
  return type === 'integer' && !isInteger(value) ? wrongTypeError(param, 'integer') : undefined;
}

/** Whether a number is a multiple, within floating-point precision. */
function isMultiple(number: number, divisor: number): boolean {
  return divisor !== 0 && number % divisor === 0;
}

function violatedBounds(number: number, schema: RestSchema): string | undefined {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  const tooLow = minimum !== undefined && (exclusiveMinimum ? number <= minimum : number < minimum);
  const tooHigh = maximum !== undefined && (exclusiveMaximum ? number >= maximum : number > maximum);
  if (!tooLow && !tooHigh) return undefined;
  // The messages truncate fractions, as `%d` does.
  const low = Math.trunc(minimum ?? 0);
  const high = Math.trunc(maximum ?? 0);
  if (minimum !== undefined && maximum !== undefined) {
    return `between ${low} (${exclusiveMinimum ? 'exclusive' : 'inclusive'}) and ${high} (${exclusiveMaximum ? 'exclusive' : 'inclusive'})`;
  }
  if (minimum !== undefined) return exclusiveMinimum ? `greater than ${low}` : `greater than or equal to ${low}`;
  return exclusiveMaximum ? `less than ${high}` : `less than or equal to ${high}`;
}
