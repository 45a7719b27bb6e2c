import { type Comment, type CommentInput } from '../../api/index.js';
import { toInteger } from '../../options/index.js';

const NO_DATE = '0000-00-00 00:00:00';
const MAX_AGENT_LENGTH = 254;
const MAX_IP_LENGTH = 100;
const MAX_KEYWORD_LENGTH = 20;
/** The largest ID that both SQLite and MariaDB store. */
const MAX_ID = 2 ** 31 - 1;

/** Returns all columns of a comment's row. Missing input is taken from the previous row, or is the default value. */
export function toColumns(input: CommentInput, before: Partial<Comment>): Omit<Comment, 'comment_id'> {
  const text = (value: string | undefined, old: string | undefined, fallback = ''): string =>
    String(value ?? old ?? fallback);
  const number = (value: number | undefined, old: number | undefined): number => {
    const integer = toInteger(value ?? old ?? 0);
    return Math.abs(integer) > MAX_ID ? 0 : integer;
  };
  return {
    comment_post_id: number(input.comment_post_id, before.comment_post_id),
    comment_author: text(input.comment_author, before.comment_author),
    comment_author_email: text(input.comment_author_email, before.comment_author_email),
    comment_author_url: text(input.comment_author_url, before.comment_author_url),
    comment_author_ip: text(input.comment_author_ip, before.comment_author_ip).slice(0, MAX_IP_LENGTH),
    comment_date: text(input.comment_date, before.comment_date, NO_DATE),
    comment_date_gmt: text(input.comment_date_gmt, before.comment_date_gmt, NO_DATE),
    comment_content: text(input.comment_content, before.comment_content),
    comment_karma: number(input.comment_karma, before.comment_karma),
    comment_approved: String(input.comment_approved ?? before.comment_approved ?? '1').slice(0, MAX_KEYWORD_LENGTH),
    comment_agent: text(input.comment_agent, before.comment_agent).slice(0, MAX_AGENT_LENGTH),
    comment_type: text(input.comment_type, before.comment_type, 'comment').slice(0, MAX_KEYWORD_LENGTH) || 'comment',
    comment_parent: number(input.comment_parent, before.comment_parent),
    user_id: number(input.user_id, before.user_id),
  };
}
