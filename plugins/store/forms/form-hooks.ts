import { type HookApi, type PageRequest, type PluginScope } from 'plinth';
import type { FormContext, FormError, FormLocation, FormSubject } from '../contract/index.js';
import { isFailedClosed } from '../contract/failed-closed.js';

/** The three hooks that other plugins use to extend a form. */
export interface FormHooks {
  /** Returns the HTML shown before the button. */
  fields(context: FormContext): Promise<string>;
  /**
   * Returns the errors that reject the form: the store's own and those of extensions. A failing extension also rejects
   * the form, because its check did not take place.
   */
  errors(own: readonly FormError[], context: FormContext): Promise<readonly FormError[]>;
  /** Reports an accepted form. Call it inside the transaction that stores the result of the form. */
  accepted(context: FormContext, subject: FormSubject): Promise<void>;
}

/** Returns the context of a form that is not the checkout and does not depend on the cart. */
export function formContext(form: FormLocation, request: PageRequest, submitted: boolean): FormContext {
  return {
    location: form,
    request,
    categoryIds: [],
    productIds: [],
    productTypes: [],
    country: '',
    paymentMethod: '',
    submitted,
  };
}

export function createFormHooks({
  applyFilters,
  doAction,
  __,
}: Pick<HookApi, 'applyFilters' | 'doAction'> & Pick<PluginScope, '__'>): FormHooks {
  return {
    fields: async (context) => applyFilters<string>('store/form_fields', '', context),
    async errors(own, context) {
      try {
        return await applyFilters<readonly FormError[]>('store/form_errors', [...own], context);
      } catch (error) {
        if (!isFailedClosed(error)) throw error;
        return [
          ...own,
          {
            field: '',
            message: __('The form could not be fully checked, so nothing was sent. Try again in a moment.'),
          },
        ];
      }
    },
    accepted: async (context, subject) => doAction('store/form_submitted', context, subject),
  };
}
