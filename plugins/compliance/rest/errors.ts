import { WpError } from 'plinth';

/** A 400 that names every bad parameter. */
export function invalidParams(params: Readonly<Record<string, string>>): WpError {
  return new WpError('rest_invalid_param', `Invalid parameter(s): ${Object.keys(params).join(', ')}`, {
    status: 400,
    params,
    details: {},
  });
}

/** A 400 that lists what is missing. */
export function missingParams(names: readonly string[]): WpError {
  return new WpError('rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    status: 400,
    params: names,
  });
}
