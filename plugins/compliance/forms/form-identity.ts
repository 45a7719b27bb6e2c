import { randomBytes } from 'node:crypto';
import type { PageRequest, PluginScope } from 'plinth';
import type { FormContext } from '../store/store-form.js';

/** The field that says which rendered form was sent. */
export const FORM_FIELD = 'legal_form';

/** Tells forms apart that this site has rendered, and knows them again when they are sent. */
export interface FormIdentity {
  /** For a form that is being rendered. */
  make(place: FormContext['place']): string;
  /** The token of the form that was sent; '' when this visitor was shown no such form in that place. */
  of(context: Pick<FormContext, 'place' | 'request'>): string;
}

const SHAPE = /^([0-9a-f]{32})([0-9a-f]{10})$/;

export function createFormIdentity({
  wpCreateNonce,
  wpVerifyNonce,
  doNotCache,
}: Pick<PluginScope, 'wpCreateNonce' | 'wpVerifyNonce' | 'doNotCache'>): FormIdentity {
  /** What was found when the form came in: an account that it makes may be signed in before its end. */
  const found = new WeakMap<PageRequest, string>();
  const action = (place: string, token: string): string => `legal_form_${place}_${token}`;

  function read({ place, request }: Pick<FormContext, 'place' | 'request'>): string {
    const [, token = '', seal = ''] = SHAPE.exec(request.field(FORM_FIELD)) ?? [];
    return token !== '' && wpVerifyNonce(seal, action(place, token)) !== false ? token : '';
  }

  return {
    make(place) {
      // No two visitors get the same form.
      doNotCache();
      const token = randomBytes(16).toString('hex');
      return token + wpCreateNonce(action(place, token));
    },
    of(context) {
      const token = found.get(context.request) ?? read(context);
      found.set(context.request, token);
      return token;
    },
  };
}
