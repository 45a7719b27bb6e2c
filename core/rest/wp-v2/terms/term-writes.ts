import { isWpError, type RestRequest, RestResponse, type TermInput, type WpError } from '../../../api/index.js';
import { toText } from '../../values.js';
import { numberParam } from '../items/collection.js';
import { failure } from '../items/refusals.js';
import { findTerm, prepareTerm, type TermKind } from './term-items.js';

/** Creates, updates and deletes the terms of a taxonomy. */
interface TermWrites {
  create(request: RestRequest): Promise<unknown>;
  update(request: RestRequest): Promise<unknown>;
  remove(request: RestRequest): Promise<unknown>;
}

/** Creates the functions that write the terms of a taxonomy. */
export function createTermWrites(kind: TermKind): TermWrites {
  const { deps, taxonomy, meta, route } = kind;
  const { content, rest } = deps;

  async function getFilteredInput(request: RestRequest): Promise<TermInput | WpError> {
    const input = await readInput(request);
    return isWpError(input)
      ? input
      : deps.hooks.applyFilters<TermInput>(`rest_pre_insert_${taxonomy.name}`, input, request);
  }

  async function readInput(request: RestRequest): Promise<TermInput | WpError> {
    const input: TermInput = {};
    for (const field of ['name', 'slug', 'description'] as const)
      if (request.hasParam(field)) input[field] = toText(request.getParam(field));
    if (!request.hasParam('parent')) return input;
    if (!taxonomy.hierarchical)
      return failure('rest_taxonomy_not_hierarchical', 'Cannot set parent term, taxonomy is not hierarchical.', 400);
    const parent = numberParam(request, 'parent');
    const exists = parent === 0 || (await content.termExists(parent, taxonomy.name)) !== null;
    return exists ? { ...input, parent } : failure('rest_term_invalid', 'Parent term does not exist.', 400);
  }

  async function finishWrite(id: number, request: RestRequest, creating: boolean): Promise<unknown> {
    request.setParam('id', id);
    const term = await findTerm(kind, request);
    if (isWpError(term)) return term;
    await deps.hooks.doAction(`rest_insert_${taxonomy.name}`, term, request, creating);
    const metaError = await meta.write(id, request.getParam('meta'));
    if (metaError) return metaError;
    request.setParam('context', 'edit');
    await deps.hooks.doAction(`rest_after_insert_${taxonomy.name}`, term, request, creating);
    const response = await prepareTerm(kind, term, request);
    if (creating) {
      response.setStatus(201);
      response.header('Location', rest.restUrl(`${route}/${id}`));
    }
    return response;
  }

  async function create(request: RestRequest): Promise<unknown> {
    const input = await getFilteredInput(request);
    if (isWpError(input)) return input;
    const result = await content.wpInsertTerm(input.name ?? '', taxonomy.name, input);
    if (!isWpError(result)) return finishWrite(result.term_id, request, true);
    // A client that creates an existing term may want to use it, so the error contains its id.
    if (result.getErrorCode() === 'term_exists') {
      const id = result.getErrorData();
      return failureWithTerm(result, id);
    }
    return result;
  }

  async function update(request: RestRequest): Promise<unknown> {
    const term = await findTerm(kind, request);
    if (isWpError(term)) return term;
    const input = await getFilteredInput(request);
    if (isWpError(input)) return input;
    if (Object.keys(input).length > 0) {
      const result = await content.wpUpdateTerm(term.term_id, taxonomy.name, input);
      if (isWpError(result)) return result;
    }
    return finishWrite(term.term_id, request, false);
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const term = await findTerm(kind, request);
    if (isWpError(term)) return term;
    if (request.getParam('force') !== true)
      return failure('rest_trash_not_supported', "Terms do not support trashing. Set 'force=true' to delete.", 501);
    request.setParam('context', 'view');
    const previous = (await prepareTerm(kind, term, request)).getData();
    const done = await content.wpDeleteTerm(term.term_id, taxonomy.name);
    if (done !== true) return failure('rest_cannot_delete', 'The term cannot be deleted.', 500);
    const response = new RestResponse({ deleted: true, previous });
    await deps.hooks.doAction(`rest_delete_${taxonomy.name}`, term, response, request);
    return response;
  }

  return { create, update, remove };
}

function failureWithTerm(error: WpError, id: unknown): WpError {
  error.addData(id, 'term_exists');
  error.addData({ status: 400, term_id: id }, 'term_exists');
  return error;
}
