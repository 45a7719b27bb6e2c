import type { Comment, PersonalDataErasers, PersonalDataExporters, Post } from '../api/index.js';
import { exportFields } from './export-fields.js';
import type { PrivacyDeps } from './privacy-deps.js';

/** Number of items per page. */
const PER_PAGE = 100;

/**
 * Exporters of the comments and uploads of a person (WordPress: wp_comments_personal_data_exporter and
 * wp_media_personal_data_exporter).
 */
export function hostExporters({ users, content, attachments, text: { __ } }: PrivacyDeps): PersonalDataExporters {
  return {
    'wordpress-comments': {
      exporter_friendly_name: __('Comments'),
      tables: ['comments'],
      async callback(email, page) {
        const comments = await commentsOf(content, email, page);
        const items = await Promise.all(
          comments.map(async (comment) => ({
            group_id: 'comments',
            group_label: __('Comments'),
            item_id: `comment-${comment.comment_id}`,
            data: exportFields({
              [__('Author')]: comment.comment_author,
              [__('Email')]: comment.comment_author_email,
              [__('Website')]: comment.comment_author_url,
              [__('IP address')]: comment.comment_author_ip,
              [__('Browser')]: comment.comment_agent,
              [__('Submitted')]: comment.comment_date,
              [__('Comment')]: comment.comment_content,
              [__('URL')]: await content.getCommentLink(comment),
            }),
          })),
        );
        return { data: items, done: comments.length < PER_PAGE };
      },
    },
    'wordpress-media': {
      exporter_friendly_name: __('Media'),
      tables: ['posts'],
      async callback(email, page) {
        const user = await users.getUserBy('email', email);
        if (!user) return { data: [], done: true };
        const { posts } = await content.queryPosts({
          post_type: 'attachment',
          post_status: 'any',
          author: user.id,
          posts_per_page: PER_PAGE,
          paged: page,
          orderby: 'ID',
          order: 'ASC',
          no_found_rows: true,
        });
        const items = await Promise.all(
          posts.map(async ({ id }: Post) => ({
            group_id: 'media',
            group_label: __('Media'),
            item_id: `media-${id}`,
            data: exportFields({ URL: await attachments.wpGetAttachmentUrl(id) }),
          })),
        );
        return { data: items, done: posts.length < PER_PAGE };
      },
    },
  };
}

/**
 * Erasers of the host's own data: files of emails that mention the person are deleted, and comments are anonymized
 * (WordPress: wp_comments_personal_data_eraser).
 */
export function hostErasers({ content, hooks, emailLog, text: { __ } }: PrivacyDeps): PersonalDataErasers {
  return {
    'mail-files': {
      eraser_friendly_name: __('Emails in the mail folder'),
      callback: async (email) => ({
        items_removed: await emailLog.deleteByEmail(email),
        items_retained: false,
        messages: [],
        done: true,
      }),
    },
    'wordpress-comments': {
      eraser_friendly_name: __('Comments'),
      tables: ['comments'],
      async callback(email) {
        // Queries the first remaining comments, because anonymized ones no longer have the address. Comments that
        // plugins retain are skipped.
        const messages: string[] = [];
        let [removed, retained] = [0, 0];
        for (;;) {
          const comments = await commentsOf(content, email, 1, retained);
          for (const comment of comments) {
            const anonymized = {
              comment_id: comment.comment_id,
              comment_agent: '',
              comment_author: __('Anonymous'),
              comment_author_email: '',
              comment_author_ip: '',
              comment_author_url: '',
              user_id: 0,
            };
            const anonymizeResult = await hooks.applyFilters<boolean | string>(
              'wp_anonymize_comment',
              true,
              comment,
              anonymized,
            );
            if (anonymizeResult === true && (await content.wpUpdateComment(anonymized)) === 1) removed += 1;
            else {
              retained += 1;
              messages.push(
                typeof anonymizeResult === 'string'
                  ? anonymizeResult
                  : __('Comment %d was not changed.', comment.comment_id),
              );
            }
          }
          if (comments.length >= PER_PAGE) continue;
          if (removed > 0) messages.push(__('The text of comments stays without a name, because replies refer to it.'));
          return { items_removed: removed, items_retained: retained, messages, done: true };
        }
      },
    },
  };
}

async function commentsOf(
  content: PrivacyDeps['content'],
  email: string,
  page: number,
  skipped = 0,
): Promise<readonly Comment[]> {
  const { comments } = await content.queryComments({
    author_email: email,
    status: 'any',
    type: 'all',
    number: PER_PAGE,
    offset: (page - 1) * PER_PAGE + skipped,
    orderby: 'comment_id',
    order: 'asc',
  });
  return comments;
}
