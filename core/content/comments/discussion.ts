import { andThen, type MaybePromise } from '../../api/index.js';
import type { OptionsNow } from '../../options/index.js';
import { toInteger } from '../../options/index.js';

/** The discussion settings with their defaults. */
export const DISCUSSION = {
  comment_registration: 0,
  require_name_email: 1,
  comment_moderation: 0,
  comment_previously_approved: 1,
  comment_max_links: 2,
  moderation_keys: '',
  disallowed_keys: '',
  close_comments_for_old_posts: 0,
  close_comments_days_old: 14,
  show_comments_cookies_opt_in: 1,
  thread_comments: 1,
  thread_comments_depth: 5,
  page_comments: 0,
  comments_per_page: 50,
  default_comments_page: 'newest',
  comment_order: 'asc',
  comments_notify: 1,
  moderation_notify: 1,
} as const;

type Setting = keyof typeof DISCUSSION;

/** Returns a discussion setting as text. */
export function discussionText(options: OptionsNow, name: Setting): MaybePromise<string> {
  return andThen(options.optionNow<unknown>(name, DISCUSSION[name]), (value) => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(Number(value));
    return typeof value === 'string' ? value : '';
  });
}

/** Returns a discussion setting as an integer. */
export function discussionNumber(options: OptionsNow, name: Setting): MaybePromise<number> {
  return andThen(discussionText(options, name), toInteger);
}

/** Whether a discussion setting is on. */
export function discussionIsOn(options: OptionsNow, name: Setting): MaybePromise<boolean> {
  return andThen(discussionText(options, name), (value) => value !== '' && value !== '0');
}
