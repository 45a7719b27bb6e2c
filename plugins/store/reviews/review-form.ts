import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import { renderStars } from '../products/review-settings.js';
import { REVIEW_LENGTHS } from './review-store.js';
import type { ReviewRow } from './tables.js';
import type { Reviewer } from './reviewers.js';
import type { ReviewInput } from './write-review.js';

export const REVIEW_NONCE = 'store_review';
/** Honeypot field: hidden from people, but filled in by bots. */
export const REVIEW_HONEYPOT = 'review_website';
/** Form field with the key from an order link. */
export const ORDER_FIELD = 'order';

/** Returns the initial form values: the existing review, or an empty review with the reviewer's name. */
export function initialReview({ name }: Pick<Reviewer, 'name'>, before: ReviewRow | undefined): ReviewInput {
  return before
    ? { stars: before.stars, name: before.name, title: before.title, text: before.content }
    : { stars: 0, name, title: '', text: '' };
}

export function readReview(
  { field }: Pick<PageRequest, 'field'>,
  { sanitizeTextField }: Pick<PluginScope, 'sanitizeTextField'>,
): ReviewInput {
  const stars = field('review_stars');
  return {
    stars: /^[1-5]$/.test(stars) ? Number(stars) : 0,
    name: sanitizeTextField(field('review_name')).slice(0, REVIEW_LENGTHS.name),
    title: sanitizeTextField(field('review_title')).slice(0, REVIEW_LENGTHS.title),
    text: field('review_text').replace(/\r\n?/g, '\n').trim().slice(0, REVIEW_LENGTHS.text),
  };
}

/** Validates the form. Errors refer to field IDs of the form. */
export function reviewErrors(
  { stars, name, text }: ReviewInput,
  { __ }: Pick<PluginScope, '__'>,
): readonly FormError[] {
  return [
    ...(stars === 0 ? [{ field: 'review_stars_5', message: __('Choose a rating.') }] : []),
    ...(text === '' ? [{ field: 'review_text', message: __('Enter your review.') }] : []),
    ...(name === '' ? [{ field: 'review_name', message: __('Enter the name to show with your review.') }] : []),
  ];
}

interface ReviewFormContext {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'render' | 'wpNonceField' | 'homeUrl' | 'useAsset'>;
  readonly slug: string;
  readonly orderKey: string;
  /** The stored review of the current reviewer. */
  readonly before: ReviewRow | undefined;
}

/** Renders the form with the submitted values. */
export async function reviewForm(
  { scope, slug, orderKey, before }: ReviewFormContext,
  input: ReviewInput,
  errors: readonly FormError[] = [],
): Promise<string> {
  scope.useAsset('store-checkout');
  const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
  return scope.render('reviews/form', {
    form: input,
    action: scope.homeUrl(`/product/${slug}/review/`),
    orderKey,
    honeypot: REVIEW_HONEYPOT,
    lengths: REVIEW_LENGTHS,
    status: before?.status ?? '',
    isPending: before?.status === 'pending',
    isApproved: before?.status === 'approved',
    choices: [5, 4, 3, 2, 1].map((stars) => ({
      value: stars,
      stars: renderStars(stars),
      label: scope._n('%d star', '%d stars', stars),
      checked: stars === input.stars,
    })),
    starsError: errorOf('review_stars_5'),
    textError: errorOf('review_text'),
    nameError: errorOf('review_name'),
    nonceField: scope.wpNonceField(REVIEW_NONCE),
  });
}
