import { type HookApi, type PageRequest, type PluginScope } from 'plinth';
import type { FormContext, FormError, FormPlace, FormSubject } from '../contract/index.js';
import { isFailedClosed } from '../contract/failed-closed.js';

/** The three hooks by which other plugins take part in a form. */
export interface FormHooks {
  /** HTML shown before the button. */
  fields(context: FormContext): Promise<string>;
  /**
   * Why the form is refused: the store's own reasons and those of extensions. An extension that fails refuses the form
   * with a reason of its own, since what it protects was not checked.
   */
  errors(own: readonly FormError[], context: FormContext): Promise<readonly FormError[]>;
  /** Call inside the transaction that stores what the form asks for. */
  accepted(context: FormContext, subject: FormSubject): Promise<void>;
}

/** A form's context outside of checkout: nothing in the cart counts there. */
export function plainContext(place: FormPlace, request: PageRequest, submitted: boolean): FormContext {
  return { place, request, categoryIds: [], productTypes: [], country: '', paymentMethod: '', submitted };
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
    accepted: async (context, subject) => doAction('store/form_accepted', context, subject),
  };
}
