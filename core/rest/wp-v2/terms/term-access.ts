import { isWpError, type RestRequest, type WpError } from '../../../api/index.js';
import { isEmpty } from '../../values.js';
import { numberParam } from '../items/collection.js';
import type { ItemRoutes } from '../items/item-routes.js';
import { contextOf } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';
import { findTerm, type TermKind } from './term-items.js';

type Check = (request: RestRequest) => Promise<boolean | WpError>;

/** Permission checks for the terms of a taxonomy. */
export interface TermAccess {
  readonly canList: Check;
  readonly canCreate: Check;
  readonly canShow: Check;
  canModify(capability: 'edit_term' | 'delete_term', code: string, message: string): Check;
}

/** Descriptions in the routes of terms. */
export const TERM_DESCRIPTIONS = {
  idDescription: 'Unique identifier for the term.',
  forceDescription: 'Required to be true, as terms do not support trashing.',
} as const;

/** Returns the checks by the operation they precede. */
export function termChecks({ canList, canCreate, canShow, canModify }: TermAccess): ItemRoutes['permissions'] {
  return {
    list: canList,
    create: canCreate,
    show: canShow,
    update: canModify('edit_term', 'rest_cannot_update', 'Sorry, you are not allowed to edit this term.'),
    remove: canModify('delete_term', 'rest_cannot_delete', 'Sorry, you are not allowed to delete this term.'),
  };
}

/** Creates the permission checks for terms. */
export function createTermAccess(kind: TermKind): TermAccess {
  const { deps, taxonomy } = kind;
  const { content, roles } = deps;
  const may = (capability: string, ...args: unknown[]): Promise<boolean> => roles.currentUserCan(capability, ...args);

  async function mayList(request: RestRequest): Promise<boolean | WpError> {
    if (!taxonomy.showInRest) return false;
    if (contextOf(request) === 'edit' && !(await may(taxonomy.cap.edit_terms))) {
      return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit terms in this taxonomy.');
    }
    if (isEmpty(request.getParam('post'))) return true;
    const postId = numberParam(request, 'post');
    const status = await content.getPostStatus(postId);
    if (status === false) return failure('rest_post_invalid_id', 'Invalid post ID.', 400);
    if (status === 'publish' || (await may('read_post', postId))) return true;
    return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to view terms for this post.');
  }

  const mayCreate = async (): Promise<true | WpError> =>
    (await may(taxonomy.hierarchical ? taxonomy.cap.edit_terms : taxonomy.cap.assign_terms)) ||
    forbidden(deps, 'rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.');

  const mayShow = async (request: RestRequest): Promise<true | WpError> => {
    const term = await findTerm(kind, request);
    if (isWpError(term)) return term;
    if (contextOf(request) !== 'edit' || (await may('edit_term', term.term_id))) return true;
    return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this term.');
  };

  const mayChange =
    (capability: 'edit_term' | 'delete_term', code: string, message: string) =>
    async (request: RestRequest): Promise<true | WpError> => {
      const term = await findTerm(kind, request);
      if (isWpError(term)) return term;
      return (await may(capability, term.term_id)) || forbidden(deps, code, message);
    };

  return { canList: mayList, canCreate: mayCreate, canShow: mayShow, canModify: mayChange };
}
