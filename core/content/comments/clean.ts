import { type CommentInput, type CommentsApi, type HookApi, WpError } from '../../api/index.js';

/** Fields of a comment, with the filter that each passes on its way into the database. */
const FILTERS: readonly [field: keyof CommentInput, filter: string][] = [
  ['user_id', 'pre_user_id'],
  ['comment_agent', 'pre_comment_user_agent'],
  ['comment_author', 'pre_comment_author_name'],
  ['comment_content', 'pre_comment_content'],
  ['comment_author_ip', 'pre_comment_user_ip'],
  ['comment_author_url', 'pre_comment_author_url'],
  ['comment_author_email', 'pre_comment_author_email'],
];

/** The columns that have an end, with what is said of a text that goes beyond; the text itself is counted in bytes. */
const LENGTHS: readonly [field: 'comment_author' | 'comment_author_email' | 'comment_author_url' | 'comment_content', most: number, message: string][] = [
  ['comment_author', 245, '<strong>Error:</strong> Your name is too long.'],
  ['comment_author_email', 100, '<strong>Error:</strong> Your email address is too long.'],
  ['comment_author_url', 200, '<strong>Error:</strong> Your URL is too long.'],
  ['comment_content', 65_525, '<strong>Error:</strong> Your comment is too long.'],
];

type Cleaning = Pick<CommentsApi, 'wpFilterComment' | 'wpCheckCommentDataMaxLengths'>;

/** Cleans the texts of comments, and says when they are too long. */
export function createCommentCleaning({ hooks, translate }: { hooks: HookApi; translate(text: string): string }): Cleaning {
  return {
    async wpFilterComment(input) {
      const clean: CommentInput = { ...input };
      for (const [field, filter] of FILTERS) {
        if (clean[field] !== undefined) Object.assign(clean, { [field]: await hooks.applyFilters(filter, clean[field]) });
      }
      return clean;
    },
    async wpCheckCommentDataMaxLengths(input) {
      const known = await hooks.applyFilters<Record<string, number>>('wp_get_comment_fields_max_lengths', Object.fromEntries(LENGTHS.map(([field, most]) => [field, most])));
      for (const [field, most, message] of LENGTHS) {
        const text = input[field] ?? '';
        const length = field === 'comment_content' ? Buffer.byteLength(text) : [...text].length;
        if (length > (known[field] ?? most)) return new WpError(`${field}_column_length`, translate(message), 200);
      }
      return true;
    },
  };
}
