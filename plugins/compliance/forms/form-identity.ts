import { randomBytes } from 'node:crypto';
import type { Database, PageRequest, PluginScope } from 'plinth';
import type { FormContext } from '../store/shop.js';
import { type Clock, shiftDays } from '../time/clock.js';

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

/** Which rendered forms were counted already, so that one sent twice counts once. */
export interface CountedForms {
  /** True for the first who asks for a token. */
  first(token: string): Promise<boolean>;
  /** Forgets forms that nobody can send any more. */
  prune(): Promise<void>;
}

const TABLE = 'compliance_forms';
const RETENTION_DAYS = 7;

export function createCountedForms({ db, clock }: { db: Database; clock: Clock }): CountedForms {
  return {
    async first(token) {
      const claim = randomBytes(16).toString('hex');
      await db()(TABLE).insert({ token, claim, created_at: clock.now() }).onConflict('token').ignore();
      const row = await db()(TABLE).where({ token }).first();
      return row?.claim === claim;
    },
    async prune() {
      await db()(TABLE).where('created_at', '<', shiftDays(clock.now(), -RETENTION_DAYS)).delete();
    },
  };
}
