import type {
  Comment,
  CommentNotificationsApi,
  CommentsApi,
  CronApi,
  HookApi,
  Mail,
  OptionsApi,
  Post,
  PostsApi,
  RolesApi,
  UsersApi,
} from '../../api/index.js';
import { discussionIsOn } from './discussion.js';

const EMAIL_JOB = 'plinth/comment-email';

interface EmailDeps {
  hooks: HookApi;
  options: OptionsApi;
  users: Pick<UsersApi, 'getUserdata'>;
  roles: Pick<RolesApi, 'userCan'>;
  content: Pick<PostsApi, 'getPost'> & Pick<CommentsApi, 'getComment' | 'getCommentLink' | 'wpCountComments'>;
  cron: Pick<CronApi, 'registerJob' | 'enqueueJob'>;
  mail(email: Mail & { readonly subject: string }): Promise<boolean>;
  currentUserId(): number;
  adminUrl(path: string): string;
  translate(text: string, ...values: (string | number)[]): string;
}

interface EmailPayload {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
}

/**
 * Creates the comment emails and triggers them when a comment is added or approved (`wp_notify_postauthor`,
 * `wp_notify_moderator`). They are sent by a job, so that commenters do not wait for the mail server.
 */
export function createCommentNotifications(deps: EmailDeps): CommentNotificationsApi {
  const { hooks, options, users, roles, content, cron, translate: __ } = deps;
  cron.registerJob(
    EMAIL_JOB,
    async (payload) => void (await deps.mail({ ...(payload as EmailPayload), required: true })),
  );

  async function enqueueEmails(recipients: readonly string[], email: Omit<EmailPayload, 'to'>): Promise<boolean> {
    for (const to of recipients) await cron.enqueueJob(EMAIL_JOB, { to, ...email });
    return recipients.length > 0;
  }

  const buildSubject = async (text: string): Promise<string> =>
    `[${toPlainText(String(await options.getOption('blogname')))}] ${text}`;

  async function actionLinks(
    comment: Comment,
    actions: readonly (readonly [label: string, action: string])[],
  ): Promise<string> {
    const view = `${__('See the comment:')}\n${await content.getCommentLink(comment)}`;
    return [
      view,
      ...actions.map(
        ([label, action]) => `${label}\n${deps.adminUrl(`comment.php?action=${action}&c=${comment.comment_id}`)}`,
      ),
    ].join('\n\n');
  }

  /**
   * Whether the post's author is notified. Authors are not notified of their own comments or approvals, nor if they can
   * no longer read the post.
   */
  async function shouldNotifyAuthor(comment: Comment, post: Post): Promise<boolean> {
    const notifiesOwn = await hooks.applyFilters('comment_notification_notify_author', false, comment.comment_id);
    const isOwnComment = comment.user_id === post.post_author || deps.currentUserId() === post.post_author;
    return (notifiesOwn || !isOwnComment) && roles.userCan(post.post_author, 'read_post', post.id);
  }

  async function wpNotifyPostauthor(id: number): Promise<boolean> {
    const comment = await content.getComment(id);
    const post = comment && (await content.getPost(comment.comment_post_id));
    if (!comment || !post) return false;
    const author = await users.getUserdata(post.post_author);
    const filteredRecipients = await hooks.applyFilters<string[]>(
      'comment_notification_recipients',
      author ? [author.user_email] : [],
      id,
    );
    if (filteredRecipients.length === 0) return false;
    const recipients =
      author && !(await shouldNotifyAuthor(comment, post))
        ? filteredRecipients.filter((email) => email !== author.user_email)
        : filteredRecipients;
    if (recipients.length === 0) return false;
    const text = [
      __('There is a new comment on “%s”:', toPlainText(post.post_title)),
      commentLines(__, comment),
      await actionLinks(comment, [
        [__('Move it to the trash:'), 'trash'],
        [__('Mark as spam:'), 'spam'],
      ]),
    ].join('\n\n');
    return enqueueEmails([...new Set(recipients)], {
      text: await hooks.applyFilters('comment_notification_text', text, id),
      subject: await hooks.applyFilters(
        'comment_notification_subject',
        await buildSubject(__('New comment: “%s”', toPlainText(post.post_title))),
        id,
      ),
      ...(comment.comment_author_email === '' ? {} : { replyTo: comment.comment_author_email }),
    });
  }

  async function wpNotifyModerator(id: number): Promise<boolean> {
    const comment = await content.getComment(id);
    const post = comment && (await content.getPost(comment.comment_post_id));
    if (!comment || !post) return false;
    if (!(await hooks.applyFilters('notify_moderator', await discussionIsOn(options, 'moderation_notify'), id)))
      return true;
    const adminEmail = String(await options.getOption('admin_email', ''));
    const author = await users.getUserdata(post.post_author);
    const defaultRecipients =
      author &&
      author.user_email.toLowerCase() !== adminEmail.toLowerCase() &&
      (await roles.userCan(author.id, 'edit_comment', id))
        ? [adminEmail, author.user_email]
        : [adminEmail];
    const recipients = await hooks.applyFilters<string[]>('comment_moderation_recipients', defaultRecipients, id);
    const { moderated } = await content.wpCountComments();
    const text = [
      __('A comment on “%s” is waiting for your approval:', toPlainText(post.post_title)),
      commentLines(__, comment),
      await actionLinks(comment, [
        [__('Approve it:'), 'approve'],
        [__('Move it to the trash:'), 'trash'],
        [__('Mark as spam:'), 'spam'],
      ]),
      `${__('Comments waiting for approval: %d', moderated)}\n${deps.adminUrl('edit-comments.php?comment_status=moderated')}`,
    ].join('\n\n');
    return enqueueEmails([...new Set(recipients.filter((email) => email !== ''))], {
      text: await hooks.applyFilters('comment_moderation_text', text, id),
      subject: await hooks.applyFilters(
        'comment_moderation_subject',
        await buildSubject(__('Please moderate: “%s”', toPlainText(post.post_title))),
        id,
      ),
    });
  }

  async function notifyAuthor(id: number): Promise<void> {
    const comment = await content.getComment(id);
    if (!comment) return;
    const shouldNotify = await hooks.applyFilters(
      'notify_post_author',
      await discussionIsOn(options, 'comments_notify'),
      id,
    );
    if (shouldNotify && comment.comment_approved === '1') await wpNotifyPostauthor(id);
  }

  hooks.addAction('comment_post', async (id: number) => {
    if ((await content.getComment(id))?.comment_approved === '0') await wpNotifyModerator(id);
    await notifyAuthor(id);
  });
  hooks.addAction('wp_set_comment_status', notifyAuthor);
  return { wpNotifyPostauthor, wpNotifyModerator };
}

/** Returns the author and text of a comment for an email. */
function commentLines(
  __: EmailDeps['translate'],
  {
    comment_author: name,
    comment_author_ip: ip,
    comment_author_email: email,
    comment_author_url: url,
    comment_content: text,
  }: Comment,
): string {
  const lines = [
    `${__('Author:')} ${toPlainText(name)}${ip === '' ? '' : ` (${ip})`}`,
    ...(email === '' ? [] : [`${__('Email:')} ${email}`]),
    ...(url === '' ? [] : [`${__('URL:')} ${toPlainText(url)}`]),
    '',
    toPlainText(text),
  ];
  return lines.join('\n');
}

/** Removes HTML tags from a text and decodes common entities, for use in an email. */
function toPlainText(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#039;': "'",
    '&#8217;': '’',
    '&amp;': '&',
  };
  return text
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#039|#8217|amp);/g, (entity) => entities[entity] ?? entity);
}
