import { FixedOffsetZone } from 'luxon';
import {
  type Comment,
  type CommentInput,
  isWpError,
  type RestRequest,
  toUtcString,
  WpError,
} from '../../../api/index.js';
import { discussionIsOn } from '../../../content/comments/index.js';
import { clientIp } from '../../../context/index.js';
import { siteZone } from '../../../dates/index.js';
import { isDictionary, isEmpty, toText } from '../../values.js';
import { numberParam } from '../items/collection.js';
import { readDate, toGmt } from '../items/dates.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure } from '../items/refusals.js';

const UNKNOWN_IP = '127.0.0.1';

const isSet = (request: RestRequest, name: string): boolean =>
  request.getParam(name) !== undefined && request.getParam(name) !== null;
const AUTHOR_FIELDS = [
  ['author_name', 'comment_author'],
  ['author_email', 'comment_author_email'],
  ['author_url', 'comment_author_url'],
] as const;

/** Converts a request to the input of a comment (`prepare_item_for_database`). */
export async function toCommentInput(
  deps: WpV2Deps,
  request: RestRequest,
  before?: Comment,
): Promise<CommentInput | WpError> {
  const input: CommentInput = {};
  const text = request.getParam('content');
  const raw = isDictionary(text) ? text.raw : text;
  if (typeof raw === 'string') input.comment_content = raw.trim();
  if (isSet(request, 'post')) input.comment_post_id = numberParam(request, 'post');
  if (isSet(request, 'parent')) input.comment_parent = numberParam(request, 'parent');
  if (isSet(request, 'author')) {
    const user = await deps.users.getUserdata(numberParam(request, 'author'));
    if (!user) return failure('rest_comment_author_invalid', 'Invalid comment author ID.', 400);
    Object.assign(input, {
      user_id: user.id,
      comment_author: user.display_name,
      comment_author_email: user.user_email,
      comment_author_url: user.user_url,
    });
  }
  for (const [param, field] of AUTHOR_FIELDS) if (isSet(request, param)) input[field] = toText(request.getParam(param));
  await addOrigin(deps, request, input, before);
  await addDates(deps, request, input);
  return deps.hooks.applyFilters<CommentInput | WpError>('rest_preprocess_comment', input, request);
}

/** Adds the origin of a new comment. The editor of a comment is not its author. */
async function addOrigin(
  { roles }: WpV2Deps,
  request: RestRequest,
  input: CommentInput,
  before?: Comment,
): Promise<void> {
  if (isSet(request, 'author_ip') && (await roles.currentUserCan('moderate_comments')))
    input.comment_author_ip = toText(request.getParam('author_ip'));
  else if (!before) input.comment_author_ip = clientIp() || UNKNOWN_IP;
  if (!isEmpty(request.getParam('author_user_agent')))
    input.comment_agent = toText(request.getParam('author_user_agent'));
  else if (!before) input.comment_agent = request.getHeader('user_agent') ?? '';
}

async function addDates({ options }: WpV2Deps, request: RestRequest, input: CommentInput): Promise<void> {
  const zone = await siteZone(options);
  const local = isEmpty(request.getParam('date')) ? undefined : readDate(toText(request.getParam('date')), zone, zone);
  const utc =
    local ??
    (isEmpty(request.getParam('date_gmt'))
      ? undefined
      : readDate(toText(request.getParam('date_gmt')), FixedOffsetZone.utcInstance, zone));
  if (!utc) return;
  input.comment_date = utc.local;
  input.comment_date_gmt = local ? toGmt(utc.local, zone) : utc.gmt;
}

/** Uses the logged-in user as the author of a comment without an explicit author. */
async function withAuthor(deps: WpV2Deps, input: CommentInput): Promise<CommentInput | WpError> {
  const names = [input.user_id, input.comment_author, input.comment_author_email, input.comment_author_url];
  const user = names.every(isEmpty) ? await deps.users.getUserdata(deps.currentUserId()) : false;
  const authoredInput = user
    ? {
        ...input,
        user_id: user.id,
        comment_author: user.display_name,
        comment_author_email: user.user_email,
        comment_author_url: user.user_url,
      }
    : input;
  if (
    (await discussionIsOn(deps.options, 'require_name_email')) &&
    (isEmpty(authoredInput.comment_author) || isEmpty(authoredInput.comment_author_email))
  ) {
    return failure(
      'rest_comment_author_data_required',
      'Creating a comment requires valid author name and email values.',
      400,
    );
  }
  return { comment_author: '', comment_author_email: '', comment_author_url: '', ...authoredInput };
}

/** Validates a new comment and determines its status; returns an error when it is invalid. */
export async function prepareNewComment(deps: WpV2Deps, request: RestRequest): Promise<CommentInput | WpError> {
  const { content, hooks } = deps;
  const type = toText(request.getParam('type')) || 'comment';
  if (!isEmpty(request.getParam('id'))) return failure('rest_comment_exists', 'Cannot create existing comment.', 400);
  if (type !== 'comment' && type !== 'note')
    return failure('rest_invalid_comment_type', 'Cannot create a comment with that type.', 400);
  const prepared = await toCommentInput(deps, request);
  if (isWpError(prepared)) return prepared;
  const input: CommentInput = { comment_content: '', ...prepared, comment_type: type };
  const refusal = await checkContent(deps, input);
  if (refusal) return refusal;
  const comment = await withAuthor(deps, { ...input, comment_date_gmt: input.comment_date_gmt ?? toUtcString() });
  if (isWpError(comment)) return comment;
  const lengthError = await checkMaxLengths(deps, comment);
  if (lengthError) return lengthError;
  const approved = type === 'note' ? 1 : await content.wpAllowComment(comment);
  if (isWpError(approved)) {
    const code = approved.getErrorCode();
    const status: Record<string, number> = { comment_duplicate: 409, comment_flood: 400 };
    return code in status ? failure(code, approved.getErrorMessage(), status[code] ?? 400) : approved;
  }
  return hooks.applyFilters<CommentInput | WpError>(
    'rest_pre_insert_comment',
    { ...comment, comment_approved: approved },
    request,
  );
}

/** Refuses an empty comment (`check_is_comment_content_allowed`). */
export async function checkContent({ hooks }: WpV2Deps, input: CommentInput): Promise<WpError | undefined> {
  const isAllowed =
    (await hooks.applyFilters('allow_empty_comment', false, input)) ||
    !(input.comment_content === '' || input.comment_content === undefined);
  return isAllowed ? undefined : failure('rest_comment_content_invalid', 'Invalid comment content.', 400);
}

/** Refuses values longer than their column. */
export async function checkMaxLengths({ content }: WpV2Deps, input: CommentInput): Promise<WpError | undefined> {
  const lengths = await content.wpCheckCommentDataMaxLengths(input);
  return isWpError(lengths) ? maxLengthError(lengths.getErrorCode()) : undefined;
}

export function maxLengthError(code: string): WpError {
  return failure(code, 'Comment field exceeds maximum length allowed.', 400);
}
