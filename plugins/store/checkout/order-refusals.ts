import { PlinthError, type PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';

/**
 * Creates the error that refuses an order, of which nothing is stored then.
 * @param field form field that shows the message
 */
export type CreateRefusal = (code: string, field: string, message: string) => PlinthError;

/** Refusals detected while an order is being stored, and their messages in the form. */
interface Refusals {
  readonly createRefusal: CreateRefusal;
  /** Returns the form error for a refusal; undefined for any other error. */
  toFormError(error: unknown): FormError | undefined;
}

export function createRefusals(scope: Pick<PluginScope, '__'>): Refusals {
  const refuse = (code: string, field: string, message: string): PlinthError =>
    new PlinthError(code, message, {
      status: 409,
      hint: scope.__('Check your order and place it again.'),
      details: { refused: { field, message } },
    });

  function refusalOf(error: unknown): FormError | undefined {
    if (!(error instanceof PlinthError)) return undefined;
    const formError = error.details?.refused;
    if (isFormError(formError)) return formError;
    if (error.code === 'store_out_of_stock')
      return {
        field: 'checkout-sum',
        message: scope.__('A product in your cart has just sold out. Your order was not placed.'),
      };
    if (error.code === 'hook_failed_closed')
      return {
        field: '',
        message: scope.__('Your order could not be placed. Nothing was ordered. Try again in a moment.'),
      };
    return undefined;
  }

  return { createRefusal: refuse, toFormError: refusalOf };
}

function isFormError(value: unknown): value is FormError {
  return typeof value === 'object' && value !== null && 'field' in value && 'message' in value;
}
