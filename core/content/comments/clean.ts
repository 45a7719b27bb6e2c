import { type CommentInput, type CommentsApi, type HookApi, WpError } from '../../api/index.js';

/** Fields of a comment, with the filter that each passes before it is stored. */
const FILTERS: readonly [field: keyof CommentInput, filter: string][] = [
  ['user_id', 'pre_user_id'],
  ['comment_agent', 'pre_comment_user_agent'],
  ['comment_author', 'pre_comment_author_name'],
  ['comment_content', 'pre_comment_content'],
  ['comment_author_ip', 'pre_comment_user_ip'],
  ['comment_author_url', 'pre_comment_author_url'],
  ['comment_author_email', 'pre_comment_author_email'],
];

/** Maximum lengths of columns: of the comment text in bytes, otherwise in characters. */
const MAX_LENGTHS = {
  comment_author: 245,
  comment_author_email: 100,
  comment_author_url: 200,
  comment_content: 65_525,
} as const;
type LimitedField = keyof typeof MAX_LENGTHS;

type CommentSanitizer = Pick<CommentsApi, 'wpFilterComment' | 'wpCheckCommentDataMaxLengths'>;

/** Sanitizes the fields of comments and checks their lengths. */
export function createCommentSanitizer({
  hooks,
  translate: __,
}: {
  hooks: HookApi;
  translate(text: string): string;
}): CommentSanitizer {
  const lengthErrors = (): Record<LimitedField, string> => ({
    comment_author: __('<strong>Error:</strong> Your name is too long.'),
    comment_author_email: __('<strong>Error:</strong> Your email address is too long.'),
    comment_author_url: __('<strong>Error:</strong> Your URL is too long.'),
    comment_content: __('<strong>Error:</strong> Your comment is too long.'),
  });
  return {
    async wpFilterComment(input) {
      const sanitized: CommentInput = { ...input };
      for (const [field, filter] of FILTERS) {
        if (sanitized[field] !== undefined)
          Object.assign(sanitized, { [field]: await hooks.applyFilters(filter, sanitized[field]) });
      }
      return sanitized;
    },
    async wpCheckCommentDataMaxLengths(input) {
      const maxLengths = await hooks.applyFilters<Record<string, number>>('wp_get_comment_fields_max_lengths', {
        ...MAX_LENGTHS,
      });
      for (const field of Object.keys(MAX_LENGTHS) as LimitedField[]) {
        const text = input[field] ?? '';
        const length = field === 'comment_content' ? Buffer.byteLength(text) : [...text].length;
        if (length > (maxLengths[field] ?? MAX_LENGTHS[field]))
          return new WpError(`${field}_column_length`, lengthErrors()[field], 200);
      }
      return true;
    },
  };
}
