import type { PageRequest, PluginScope } from 'plinth';
import { readCart } from '../cart/cart-lines.js';
import { CODE_RATE_LIMIT, readCodes, normalizeCode, withCode, writeCodes } from '../cart/codes.js';
import type { Attempts } from '../forms/attempts.js';
import { type CheckoutForm, toCheckoutSelection } from './checkout-form.js';
import { createQuote, type QuoteDeps } from './quote.js';

export interface DiscountCodesDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly attempts: Attempts;
  readonly offerDeps: QuoteDeps;
}

/** Why an entered code was refused. */
interface RefusedCode {
  readonly status: number;
  readonly message: string;
}

/** Adds or removes a discount code; one without effect is refused with a reason and not stored. */
export async function changeCodes(
  { scope, attempts, offerDeps }: DiscountCodesDeps,
  request: PageRequest,
  form: CheckoutForm,
): Promise<RefusedCode | undefined> {
  const before = readCodes(request.session);
  const code = normalizeCode(request.field('discount_code'));
  const removedCode = request.field('remove_code');
  if (removedCode !== '')
    writeCodes(
      request.session,
      before.filter((enteredCode) => enteredCode !== removedCode),
    );
  else if (
    code !== '' &&
    !(await attempts.allow(CODE_RATE_LIMIT.action, request.ip, CODE_RATE_LIMIT.max, CODE_RATE_LIMIT.seconds))
  )
    return {
      status: 429,
      message: scope.__('Too many codes were tried. Please try again in 15 minutes.'),
    };
  else if (code !== '') writeCodes(request.session, withCode(before, code));
  const { refusedCodes } = await createQuote(offerDeps, readCart(request.session), toCheckoutSelection(form, request));
  const refusedCode = removedCode === '' ? refusedCodes.find((candidate) => candidate.code === code) : undefined;
  if (!refusedCode) return undefined;
  writeCodes(
    request.session,
    readCodes(request.session).filter((candidate) => candidate !== code),
  );
  return { status: 422, message: refusedCode.reason };
}
