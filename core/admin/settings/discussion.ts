import type { AdminPage } from '../../api/index.js';
import { DISCUSSION } from '../../content/comments/index.js';
import type { AdminDeps } from '../deps.js';
import { type SettingField, settingsForm } from './settings-form.js';

const SLUG = 'options-discussion.php';

/** The settings for who may comment and what is moderated (`options-discussion.php`). */
export function discussionSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  const box = (name: keyof typeof DISCUSSION, label: string): SettingField => ({
    name,
    label,
    type: 'checkbox',
    default: String(DISCUSSION[name]),
  });
  const number = (name: keyof typeof DISCUSSION, label: string, min: number, max: number): SettingField => ({
    name,
    label,
    type: 'number',
    min,
    max,
    default: DISCUSSION[name],
  });
  const wordListField = (name: 'moderation_keys' | 'disallowed_keys', label: string, help: string): SettingField => ({
    name,
    label,
    help,
    type: 'textarea',
    default: '',
  });
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
        box('require_name_email', __('Comment author must fill out name and email')),
        box('comment_registration', __('Users must be logged in to comment')),
        box('show_comments_cookies_opt_in', __('Offer to remember comment authors in their browser (cookies)')),
        box('close_comments_for_old_posts', __('Close comments on old posts')),
        number('close_comments_days_old', __('Close comments after (days)'), 1, 10_000),
        box('thread_comments', __('Enable threaded comments')),
        number('thread_comments_depth', __('Comment thread levels'), 2, 10),
        box('page_comments', __('Split comments into pages')),
        number('comments_per_page', __('Comments per page'), 1, 500),
        {
          name: 'default_comments_page',
          label: __('Default comments page'),
          type: 'select',
          default: DISCUSSION.default_comments_page,
          choices: [
            { value: 'newest', label: __('Last page') },
            { value: 'oldest', label: __('First page') },
          ],
        },
        {
          name: 'comment_order',
          label: __('Comment order'),
          type: 'select',
          default: DISCUSSION.comment_order,
          choices: [
            { value: 'asc', label: __('Oldest first') },
            { value: 'desc', label: __('Newest first') },
          ],
        },
        box('comments_notify', __('Email the post author when someone comments')),
        box('moderation_notify', __('Email the site owner when a comment is held for approval')),
        box('comment_moderation', __('Every comment must be approved manually')),
        box('comment_previously_approved', __('Comment author must have a previously approved comment')),
        number('comment_max_links', __('Hold comments with at least this many links'), 0, 1000),
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
      ]),
  };
}
