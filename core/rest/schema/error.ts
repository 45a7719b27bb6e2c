import { WpError } from '../../api/index.js';

/** The refusal of a value's type. */
export function wrongType(param: string, type: string): WpError {
  return new WpError('rest_invalid_type', `${param} is not of type ${type}.`, { param });
}

/** A count with its word, `1 item` or `2 items`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
