import { createHash } from 'node:crypto';
import { padDuration, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { Attempts } from '../forms/attempts.js';
import type { AlertEmails } from '../emails/product-emails.js';
import { PRIVATE_HEADERS } from '../orders/order-identity.js';
import { variationPath } from '../catalog/product-summary.js';
import type { AlertStore } from './subscription-store.js';
import type { FindProduct, ListSoldOut, SoldOutItem } from './sold-out.js';

export interface AlertFormDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'db'
    | 'render'
    | 'wpNonceField'
    | 'homeUrl'
    | 'useAsset'
    | 'addNotice'
    | 'isEmail'
    | 'consumeRateLimit'
    | 'getUserdata'
    | 'locale'
  >;
  readonly store: Pick<AlertStore, 'note'>;
  readonly listSoldOut: ListSoldOut;
  readonly findProduct: FindProduct;
  readonly emails: AlertEmails;
  readonly attempts: Attempts;
}

export const ALERT_PATH = '/back-in-stock/';
export const ALERT_NONCE = 'store_alert';
/** Name of the honeypot field, which is invisible to people and filled in by bots. */
export const ALERT_HONEYPOT = 'alert_website';
const HOUR_SECONDS = 3600;
/** Maximum number of subscriptions per hour, per network and per mailbox. */
const MAX_SUBSCRIPTIONS = { ofNetwork: 20, ofMailbox: 10 } as const;
const MAX_EMAIL_LENGTH = 190;
/**
 * Unit that the response time is rounded up to, in milliseconds, so that timing does not reveal whether the mailbox is
 * known.
 */
const RESPONSE_UNIT_MS = 500;

/** Returns an uncacheable page about a subscription. */
export function alertReply(scope: Pick<PluginScope, 'useAsset'>, title: string, data: object, status = 200): Reply {
  scope.useAsset('store-checkout');
  return {
    kind: 'page',
    status,
    title,
    view: 'back-in-stock/page',
    robots: 'noindex',
    headers: PRIVATE_HEADERS,
    bodyClass: ['store-alert'],
    data: { title, ...data },
  };
}

/** Returns what is wrong with a submitted form. */
function findErrors(
  { __, isEmail }: Pick<PluginScope, '__' | 'isEmail'>,
  request: PageRequest,
  email: string,
  entity: SoldOutItem | undefined,
): FormError[] {
  const errors: FormError[] = [];
  if (!request.verifyNonce(ALERT_NONCE))
    errors.push({ field: '', message: __('This page has expired. Submit the form again; your entries are kept.') });
  if (isEmail(email) === false)
    errors.push({ field: 'alert_email', message: __('Enter a full email address, such as name@example.com.') });
  if (!entity) errors.push({ field: 'alert_variation', message: __('Choose an option.') });
  return errors;
}

/** Handles the subscription form. The response is the same whatever the mailbox. */
export function alertForm({
  scope,
  store,
  listSoldOut,
  findProduct,
  emails,
  attempts,
}: AlertFormDeps): (request: PageRequest) => Promise<Reply | undefined> {
  const { __ } = scope;

  async function form(
    request: PageRequest,
    entities: readonly SoldOutItem[],
    email: string,
    failure: { readonly errors: readonly FormError[]; readonly status: number },
  ): Promise<Reply> {
    const { errors, status } = failure;
    const [first] = entities;
    const html = await scope.render('back-in-stock/form', {
      action: scope.homeUrl(ALERT_PATH),
      nonceField: scope.wpNonceField(ALERT_NONCE),
      honeypot: ALERT_HONEYPOT,
      productId: first?.productId ?? 0,
      email,
      emailError: errors.find(({ field }) => field === 'alert_email')?.message ?? '',
      ...variationOptions(entities, idOf(request.field('variation_id'))),
    });
    return alertReply(
      scope,
      __('Notify me when available'),
      {
        errorSummary: await scope.render('checkout/errors', { errors }),
        form: html,
        name: entities.length === 1 ? (first?.name ?? '') : '',
      },
      status,
    );
  }

  function showSuccess(
    request: PageRequest,
    {
      email,
      isOwn: isOwnEmail,
      back: returnUrl,
    }: { readonly email: string; readonly isOwn: boolean; readonly back: string },
  ): Reply {
    scope.addNotice(
      request,
      'success',
      isOwnEmail
        ? __('Thank you. We will send one email to %s when it is back in stock.', email)
        : __(
            'Check your inbox: we will email %s when it is back in stock, once you confirm with the link we sent.',
            email,
          ),
    );
    return { kind: 'redirect', status: 303, location: returnUrl };
  }

  /** Stores a subscription. One that is already confirmed triggers no further email. */
  async function saveSubscription(entity: SoldOutItem, email: string, isOwn: boolean): Promise<void> {
    await scope.db.transaction(async () => {
      const { row } = await store.note(
        { product_id: entity.productId, variation_id: entity.variationId, email, locale: scope.locale() },
        isOwn,
      );
      if (!isOwn && row.confirmed === 0)
        await emails.confirmBackInStock(email, row.locale, {
          product: entity.name,
          confirmKey: row.confirm_key,
          unsubscribeKey: row.stop_key,
        });
    });
  }

  return async function handleForm(request: PageRequest): Promise<Reply | undefined> {
    const [productId, variationId] = [idOf(request.field('product_id')), idOf(request.field('variation_id'))];
    const entities = await listSoldOut(productId);
    const entity =
      entities.find((candidate) => candidate.variationId === variationId) ??
      (entities.length === 1 ? entities[0] : undefined);
    const found = entity ?? (await findProduct(productId, 0));
    if (!found) return undefined;
    const back =
      entity && entity.variationId > 0 ? variationPath(found.slug, entity.variationId) : `/product/${found.slug}/`;
    if (entities.length === 0) {
      scope.addNotice(request, 'info', __('It is already back in stock.'));
      return { kind: 'redirect', status: 303, location: back };
    }
    const email = request.field('alert_email').trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
    const errors = findErrors(scope, request, email, entity);
    if (errors.length > 0) return form(request, entities, email, { errors, status: 422 });
    const user = request.userId > 0 ? await scope.getUserdata(request.userId) : false;
    const isOwn = user !== false && user.user_email.toLowerCase() === email;
    const successReply = (): Reply => showSuccess(request, { email, isOwn, back });
    if (request.field(ALERT_HONEYPOT) !== '' || !entity) return successReply();
    const mailbox = createHash('sha256').update(email).digest('hex');
    if (
      !(await attempts.allow('alert', request.ip, MAX_SUBSCRIPTIONS.ofNetwork, HOUR_SECONDS)) ||
      !(await scope.consumeRateLimit(`store:alert:${mailbox}`, MAX_SUBSCRIPTIONS.ofMailbox, HOUR_SECONDS)).allowed
    ) {
      return form(request, entities, email, {
        errors: [{ field: '', message: __('Too many requests in a short time. Please try again in an hour.') }],
        status: 429,
      });
    }
    await padDuration(RESPONSE_UNIT_MS, () => saveSubscription(entity, email, isOwn));
    return successReply();
  };
}

const idOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0);

/** Returns the variation options of the form. */
export function variationOptions(
  entities: readonly Pick<SoldOutItem, 'variationId' | 'name'>[],
  selectedId = 0,
): { readonly variations: readonly object[]; readonly onlyVariationId: number } {
  return {
    onlyVariationId: entities.length === 1 ? (entities[0]?.variationId ?? 0) : 0,
    variations:
      entities.length > 1
        ? entities.map(({ variationId, name }) => ({ id: variationId, name, selected: variationId === selectedId }))
        : [],
  };
}
