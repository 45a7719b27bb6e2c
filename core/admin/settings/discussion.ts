import type { AdminPage } from '../../api/index.js';
import { DISCUSSION } from '../../content/comments/index.js';
import type { AdminDeps } from '../deps.js';
import { type SettingField, settingsForm } from './settings-form.js';

const SLUG = 'options-discussion.php';

/** Who may comment on what, and what is looked at first (`options-discussion.php`). */
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
  const words = (name: 'moderation_keys' | 'disallowed_keys', label: string, help: string): SettingField => ({
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
          label: __('New posts'),
          type: 'select',
          default: 'open',
          choices: [
            { value: 'open', label: __('take comments') },
            { value: 'closed', label: __('take no comments') },
          ],
          help: __('Each post can say otherwise.'),
        },
        box('require_name_email', __('Who comments has to give a name and an e-mail address')),
        box('comment_registration', __('Only those who are signed in may comment')),
        box('show_comments_cookies_opt_in', __('Offer to remember who comments in their browser, by cookies')),
        box('close_comments_for_old_posts', __('Close comments on old posts')),
        number('close_comments_days_old', __('Days after which a post is old'), 1, 10_000),
        box('thread_comments', __('Show answers below what they answer')),
        number('thread_comments_depth', __('Levels of answers'), 2, 10),
        box('page_comments', __('Show many comments on several pages')),
        number('comments_per_page', __('Comments on a page'), 1, 500),
        {
          name: 'default_comments_page',
          label: __('Page shown first'),
          type: 'select',
          default: DISCUSSION.default_comments_page,
          choices: [
            { value: 'newest', label: __('the last one') },
            { value: 'oldest', label: __('the first one') },
          ],
        },
        {
          name: 'comment_order',
          label: __('Comment on top of each page'),
          type: 'select',
          default: DISCUSSION.comment_order,
          choices: [
            { value: 'asc', label: __('the older one') },
            { value: 'desc', label: __('the newer one') },
          ],
        },
        box('comments_notify', __('Write to the author of a post when somebody comments on it')),
        box('moderation_notify', __('Write to the owner when a comment waits')),
        box('comment_moderation', __('Every comment waits until it is approved')),
        box('comment_previously_approved', __('A comment waits unless its author has an approved one')),
        number('comment_max_links', __('Links with which a comment waits'), 0, 1000),
        words(
          'moderation_keys',
          __('Words with which a comment waits'),
          __(
            'One in each line. They are looked for in the text, the name, the addresses and the program of the commenter, also inside longer words.',
          ),
        ),
        words(
          'disallowed_keys',
          __('Words with which a comment goes to the trash'),
          __('One in each line, looked for as above.'),
        ),
      ]),
  };
}
