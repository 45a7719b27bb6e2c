import { randomBytes } from 'node:crypto';
import type { Database, PageRequest, PluginScope } from 'plinth';
import type { FormContext } from '../store/shop.js';
import { type Clock, shiftDays } from '../time/clock.js';

/** Name of the field that identifies a rendered form. */
export const FORM_FIELD = 'legal_form';

/** Identifies forms rendered by this site when they are submitted. */
export interface FormIdentity {
  /** Creates the token of a form that is being rendered. */
  createToken(location: FormContext['location']): string;
  /** Returns the token of the submitted form; '' when this visitor was not shown such a form in that location. */
  readToken(context: Pick<FormContext, 'location' | 'request'>): string;
}

const TOKEN_PATTERN = /^([0-9a-f]{32})([0-9a-f]{10})$/;

export function createFormIdentity({
  wpCreateNonce,
  wpVerifyNonce,
  cache,
}: Pick<PluginScope, 'wpCreateNonce' | 'wpVerifyNonce' | 'cache'>): FormIdentity {
  /** Result at the start of the request: an account created by the form may be logged in before its end. */
  const tokenCache = new WeakMap<PageRequest, string>();
  const nonceAction = (location: string, token: string): string => `legal_form_${location}_${token}`;

  function verifyToken({ location, request }: Pick<FormContext, 'location' | 'request'>): string {
    const [, token = '', nonce = ''] = TOKEN_PATTERN.exec(request.field(FORM_FIELD)) ?? [];
    return token !== '' && wpVerifyNonce(nonce, nonceAction(location, token)) !== false ? token : '';
  }

  return {
    createToken(location) {
      // No two visitors may get the same form.
      cache.bypass();
      const token = randomBytes(16).toString('hex');
      return token + wpCreateNonce(nonceAction(location, token));
    },
    readToken(context) {
      const token = tokenCache.get(context.request) ?? verifyToken(context);
      tokenCache.set(context.request, token);
      return token;
    },
  };
}

/** Tokens of rendered forms that were already counted, so that a form submitted twice counts once. */
export interface CountedForms {
  /** Returns true only for the first request with a token. */
  first(token: string): Promise<boolean>;
  /** Deletes forms that can no longer be submitted. */
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
