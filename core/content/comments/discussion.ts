import type { OptionsApi } from '../../api/index.js';
import { toInteger } from '../../options/index.js';

/** The discussion settings (options) with their default values. */
export const DISCUSSION_DEFAULTS = {
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

type Setting = keyof typeof DISCUSSION_DEFAULTS;

/** Returns a discussion setting as a string. */
export async function discussionText(options: Pick<OptionsApi, 'getOption'>, name: Setting): Promise<string> {
  const value = await options.getOption<unknown>(name, DISCUSSION_DEFAULTS[name]);
  if (typeof value === 'number' || typeof value === 'boolean') return String(Number(value));
  return typeof value === 'string' ? value : '';
}

/** Returns a discussion setting as an integer. */
export async function discussionNumber(options: Pick<OptionsApi, 'getOption'>, name: Setting): Promise<number> {
  return toInteger(await discussionText(options, name));
}

/** Whether a discussion setting is enabled. */
export async function discussionIsOn(options: Pick<OptionsApi, 'getOption'>, name: Setting): Promise<boolean> {
  const value = await discussionText(options, name);
  return value !== '' && value !== '0';
}
