import { type Comment, isWpError, type RestRequest, RestResponse, type WpError } from '../../../api/index.js';
import { toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure } from '../items/refusals.js';
import type { CommentAccess } from './comment-access.js';
import { toCommentInput, prepareNewComment, checkContent, maxLengthError, checkMaxLengths } from './comment-input.js';
import { type CommentKind, prepareComment } from './comment-prepare.js';

/** Error that rolls back what was written before a refusal. */
class RejectedWrite extends Error {
  constructor(readonly error: WpError) {
    super(error.getErrorMessage());
  }
}

/** Creates, updates and deletes comments. */
export interface CommentWrites {
  create(request: RestRequest): Promise<unknown>;
  update(request: RestRequest): Promise<unknown>;
  remove(request: RestRequest): Promise<unknown>;
}

/** Creates the functions that write comments. */
export function createCommentWrites(
  deps: WpV2Deps,
  kind: CommentKind,
  access: Pick<CommentAccess, 'find'>,
): CommentWrites {
  const { content, hooks, rest, roles } = deps;
  const prepare = (comment: Comment, request: RestRequest): Promise<RestResponse> =>
    prepareComment(deps, kind, comment, request);

  /** Writes what is stored outside the comment's row, and returns the response. */
  async function writeDetails(id: number, request: RestRequest, creating: boolean): Promise<RestResponse | WpError> {
    const status = request.getParam('status');
    if (status !== undefined && status !== null) await changeStatus(deps, id, toText(status));
    const comment = await content.getComment(id);
    if (!comment) return failure('rest_comment_invalid_id', 'Invalid comment ID.', 404);
    await hooks.doAction('rest_insert_comment', comment, request, creating);
    const refusal = await kind.meta.write(id, request.getParam('meta'));
    if (refusal) return refusal;
    for (const [attribute, { updateCallback }] of rest.fields.fieldsOf('comment')) {
      if (!updateCallback || !request.hasParam(attribute)) continue;
      const result = await updateCallback(request.getParam(attribute), comment, attribute, request, 'comment');
      if (isWpError(result)) return result;
    }
    request.setParam('context', !creating || (await roles.currentUserCan('moderate_comments')) ? 'edit' : 'view');
    await hooks.doAction('rest_after_insert_comment', comment, request, creating);
    return prepare(comment, request);
  }

  async function create(request: RestRequest): Promise<unknown> {
    const input = await prepareNewComment(deps, request);
    if (isWpError(input)) return input;
    const clean = await content.wpFilterComment(input);
    const lengthError = await checkMaxLengths(deps, clean);
    if (lengthError) return lengthError;
    const id = await content.wpInsertComment(clean);
    if (id === false) return failure('rest_comment_failed_create', 'Creating comment failed.', 500);
    const response = await writeDetails(id, request, true);
    if (isWpError(response)) return response;
    response.setStatus(201);
    response.header('Location', rest.restUrl(`wp/v2/comments/${id}`));
    return response;
  }

  async function update(request: RestRequest): Promise<unknown> {
    const comment = await access.find(request);
    if (isWpError(comment)) return comment;
    const type = request.getParam('type');
    if (type !== undefined && type !== null && (await content.getCommentType(comment)) !== type)
      return failure('rest_comment_invalid_type', 'Sorry, you are not allowed to change the comment type.', 404);
    const input = await toCommentInput(deps, request, comment);
    if (isWpError(input)) return input;
    const refusal =
      (input.comment_content === undefined ? undefined : await checkContent(deps, input)) ??
      (await checkMaxLengths(deps, input));
    if (refusal) return refusal;
    const updated = await content.wpUpdateComment({ ...input, comment_id: comment.comment_id }, true);
    if (isWpError(updated))
      return updated.getErrorCode().endsWith('_column_length')
        ? maxLengthError(updated.getErrorCode())
        : failure('rest_comment_failed_edit', 'Updating comment failed.', 500);
    return writeDetails(comment.comment_id, request, false);
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const comment = await access.find(request);
    if (isWpError(comment)) return comment;
    const id = comment.comment_id;
    const force = request.getParam('force') === true;
    const trashable = await hooks.applyFilters('rest_comment_trashable', true, comment);
    request.setParam('context', 'edit');
    if (!force && !trashable)
      return failure(
        'rest_trash_not_supported',
        "The comment does not support trashing. Set 'force=true' to delete.",
        501,
      );
    if (!force && comment.comment_approved === 'trash')
      return failure('rest_already_trashed', 'The comment has already been trashed.', 410);
    const previous = force ? (await prepare(comment, request)).getData() : undefined;
    const done = await (force ? content.wpDeleteComment(id, true) : content.wpTrashComment(id));
    if (!done) return failure('rest_cannot_delete', 'The comment cannot be deleted.', 500);
    const response = force
      ? new RestResponse({ deleted: true, previous })
      : await prepare((await content.getComment(id)) ?? comment, request);
    await hooks.doAction('rest_delete_comment', comment, response, request);
    return response;
  }

  return { create: inTransaction(deps, create), update: inTransaction(deps, update), remove };
}

/** Changes a comment's status; returns false for an unknown or unchanged one. */
async function changeStatus({ content }: WpV2Deps, id: number, status: string): Promise<boolean | WpError> {
  if ((await content.wpGetCommentStatus(id)) === status) return false;
  const changes: Record<string, () => Promise<boolean | WpError>> = {
    spam: () => content.wpSpamComment(id),
    unspam: () => content.wpUnspamComment(id),
    trash: () => content.wpTrashComment(id),
    untrash: () => content.wpUntrashComment(id),
  };
  for (const name of ['approved', 'approve', '1']) changes[name] = () => content.wpSetCommentStatus(id, 'approve');
  for (const name of ['hold', '0']) changes[name] = () => content.wpSetCommentStatus(id, 'hold');
  const change = Object.hasOwn(changes, status) ? changes[status] : undefined;
  return change ? change() : false;
}

/** Writes several rows in one transaction: if one of them is refused, none is written. */
function inTransaction(
  { db }: WpV2Deps,
  work: (request: RestRequest) => Promise<unknown>,
): (request: RestRequest) => Promise<unknown> {
  return async (request) => {
    try {
      return await db.transaction(async () => {
        const result = await work(request);
        if (isWpError(result)) throw new RejectedWrite(result);
        return result;
      });
    } catch (error) {
      if (error instanceof RejectedWrite) return error.error;
      throw error;
    }
  };
}
