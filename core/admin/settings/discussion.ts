import type { AdminPage } from '../../api/index.js';
import { DISCUSSION_DEFAULTS } from '../../content/comments/index.js';
import type { AdminDeps } from '../deps.js';
import { type SettingField, settingsForm } from './settings-form.js';

const SLUG = 'options-discussion.php';

/** Returns the field of an option that is either on or off. */
const checkboxField = (name: keyof typeof DISCUSSION_DEFAULTS, label: string): SettingField => ({
  name,
  label,
  type: 'checkbox',
  default: String(DISCUSSION_DEFAULTS[name]),
});

/** Returns the field of a number with limits. */
const numberField = (
  name: keyof typeof DISCUSSION_DEFAULTS,
  label: string,
  min: number,
  max: number,
): SettingField => ({
  name,
  label,
  type: 'number',
  min,
  max,
  default: DISCUSSION_DEFAULTS[name],
});

/** Returns the field of a list of words, one per line. */
const wordListField = (name: 'moderation_keys' | 'disallowed_keys', label: string, help: string): SettingField => ({
  name,
  label,
  help,
  type: 'textarea',
  default: '',
});

/** The settings for who may comment and what is moderated (`options-discussion.php`). */
export function discussionSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Discussion settings'),
    menuTitle: () => __('Discussion'),
    capability: 'manage_options',
    parent: 'options-general.php',
    handler: (request) =>
      settingsForm(deps, request, SLUG, __('Discussion settings'), [
        {
          name: 'default_comment_status',
          label: __('Comments on new posts'),
          type: 'select',
          default: 'open',
          choices: [
            { value: 'open', label: __('Allowed') },
            { value: 'closed', label: __('Not allowed') },
          ],
          help: __('You can change this for each post.'),
        },
        checkboxField('require_name_email', __('Comment author must fill out name and email')),
        checkboxField('comment_registration', __('Users must be logged in to comment')),
        checkboxField(
          'show_comments_cookies_opt_in',
          __('Offer to remember comment authors in their browser (cookies)'),
        ),
        checkboxField('close_comments_for_old_posts', __('Close comments on old posts')),
        numberField('close_comments_days_old', __('Close comments after (days)'), 1, 10_000),
        checkboxField('thread_comments', __('Enable threaded comments')),
        numberField('thread_comments_depth', __('Comment thread levels'), 2, 10),
        checkboxField('page_comments', __('Split comments into pages')),
        numberField('comments_per_page', __('Comments per page'), 1, 500),
        {
          name: 'default_comments_page',
          label: __('Default comments page'),
          type: 'select',
          default: DISCUSSION_DEFAULTS.default_comments_page,
          choices: [
            { value: 'newest', label: __('Last page') },
            { value: 'oldest', label: __('First page') },
          ],
        },
        {
          name: 'comment_order',
          label: __('Comment order'),
          type: 'select',
          default: DISCUSSION_DEFAULTS.comment_order,
          choices: [
            { value: 'asc', label: __('Oldest first') },
            { value: 'desc', label: __('Newest first') },
          ],
        },
        checkboxField('comments_notify', __('Email the post author when someone comments')),
        checkboxField('moderation_notify', __('Email the site owner when a comment is held for approval')),
        ...moderationFields(deps),
      ]),
  };
}

/** Returns the fields for which comments are held for approval or moved to the trash. */
function moderationFields({ text: { __ } }: AdminDeps): SettingField[] {
  return [
    checkboxField('comment_moderation', __('Every comment must be approved manually')),
    checkboxField('comment_previously_approved', __('Comment author must have a previously approved comment')),
    numberField('comment_max_links', __('Hold comments with at least this many links'), 0, 1000),
    wordListField(
      'moderation_keys',
      __('Hold comments containing these words'),
      __(
        'One per line. Matches the comment text, author name, email, URL, IP address, and browser, including parts of words.',
      ),
    ),
    wordListField(
      'disallowed_keys',
      __('Move comments containing these words to the trash'),
      __('One per line. Matched the same way as above.'),
    ),
  ];
}
