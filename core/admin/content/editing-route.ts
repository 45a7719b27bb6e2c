import {
  type EditableType,
  type FormFields,
  isWpError,
  type Post,
  type RestApi,
  type RestRequest,
  WpError,
} from '../../api/index.js';
import { createEditLocks, LOCK_SECONDS, type Revisions, type LockStore } from '../../revisions/index.js';
import { parsePhpQuery } from '../../rest/index.js';
import type { AdminDeps } from '../deps.js';

/** Namespace of the routes that report editing. */
const NAMESPACE = 'plinth/v1';
/** Maximum length of each part of an autosave, in characters. */
const MAX_PART_LENGTH = 2_000_000;
/** Maximum length of a form, in characters. */
const MAX_FORM_LENGTH = 1024 * 1024;

type EditingDeps = Pick<AdminDeps, 'content' | 'meta' | 'options' | 'users' | 'roles' | 'now' | 'transaction'> & {
  readonly rest: Pick<RestApi, 'registerRestRoute'>;
  readonly versions: Pick<Revisions, 'saveAutosave'>;
  /** Returns an entity type that plugins make editable. */
  findEditableType(kind: string): EditableType | undefined;
  currentUserId(): number;
};

/** The entity being edited, as both routes use it. */
interface EditSession {
  readonly lock: LockStore;
  canEdit(): Promise<boolean>;
  /** Stores the autosave sent with the request; false if there was none. */
  saveAutosave(request: RestRequest): Promise<boolean>;
}

/**
 * Registers `plinth/v1/edit-lock/{id}` for posts and `plinth/v1/edit-lock/{kind}/{id}` for entities that plugins make
 * editable. `POST` locks an entity for the current user and stores an autosave of the submitted data; `DELETE` releases
 * the lock.
 * Requires the right to edit the entity. An autosave never changes the entity itself.
 * @since 0.1.0
 */
export function registerEditingRoute(deps: EditingDeps): void {
  const { content, meta, options, roles, users, versions } = deps;
  const locks = createEditLocks(deps.now);

  async function postSession(id: number): Promise<EditSession | undefined> {
    const post = await content.getPost(id);
    if (!post) return undefined;
    return {
      lock: {
        read: () => meta.getPostMeta(id, '_edit_lock', true),
        write: (value) => meta.updatePostMeta(id, '_edit_lock', value),
        remove: () => meta.deletePostMeta(id, '_edit_lock'),
      },
      canEdit: async () => content.getPostTypeObject(post.post_type) !== null && roles.currentUserCan('edit_post', id),
      saveAutosave: async (request) => request.hasParam('content') && saveText(post, request),
    };
  }

  async function saveText(post: Post, request: RestRequest): Promise<boolean> {
    return !isWpError(
      await content.wpCreatePostAutosave({
        id: post.id,
        post_title: stringOf(request, 'title'),
        post_content: stringOf(request, 'content').replaceAll('\r\n', '\n'),
        post_excerpt: stringOf(request, 'excerpt'),
      }),
    );
  }

  async function entitySession(name: string, id: number): Promise<EditSession | undefined> {
    const kind = deps.findEditableType(name);
    if (!kind || (await kind.find(id)) === null) return undefined;
    const key = `edit_lock_${name}_${id}`;
    return {
      lock: {
        read: () => options.getTransient(key),
        write: (value) => options.setTransient(key, value, LOCK_SECONDS),
        remove: () => options.deleteTransient(key),
      },
      canEdit: async () => kind.canEdit(id),
      async saveAutosave(request) {
        if (!request.hasParam('fields')) return false;
        await versions.saveAutosave(name, id, parsePhpQuery(stringOf(request, 'fields')) as FormFields);
        return true;
      },
    };
  }

  const idOf = (request: RestRequest): number => Number(request.getParam('id')) || 0;
  const stringParam = (description: string, maxLength = MAX_PART_LENGTH) =>
    ({ type: 'string', maxLength, description }) as const;
  const id = { description: 'Its number.', type: 'integer', minimum: 1 } as const;

  function register(
    path: string,
    args: object,
    find: (request: RestRequest) => Promise<EditSession | undefined>,
    drafts: object,
  ): void {
    const permissionCallback = async (request: RestRequest): Promise<boolean> =>
      (await (await find(request))?.canEdit()) ?? false;
    deps.rest.registerRestRoute(NAMESPACE, path, {
      args: { id, ...args },
      endpoints: [
        {
          methods: 'POST',
          permissionCallback,
          args: {
            take: { description: 'Whether to take over editing from another user.', type: 'boolean', default: false },
            ...drafts,
          },
          async callback(request) {
            const editSession = await find(request);
            if (!editSession) return new WpError('rest_post_invalid_id', 'Invalid post ID.', { status: 404 });
            const user = deps.currentUserId();
            return deps.transaction(async () => {
              const holder = await locks.acquire(editSession.lock, user, request.getParam('take') === true);
              // The input is stored even if another user has taken over the lock.
              const saved = await editSession.saveAutosave(request);
              const otherUser = holder === user ? false : await users.getUserdata(holder);
              return { holder: holder === user ? null : { name: otherUser ? otherUser.display_name : '—' }, saved };
            });
          },
        },
        {
          methods: 'DELETE',
          permissionCallback,
          async callback(request) {
            const editSession = await find(request);
            if (editSession) await locks.release(editSession.lock, deps.currentUserId());
            return { released: true };
          },
        },
      ],
    });
  }

  register('/edit-lock/(?P<id>[\\d]+)', {}, (request) => postSession(idOf(request)), {
    title: stringParam('Current title in the editor.'),
    content: stringParam('Current content in the editor; without it, no autosave is stored.'),
    excerpt: stringParam('Current excerpt in the editor.'),
  });
  register(
    '/edit-lock/(?P<kind>[a-z0-9_]{1,40})/(?P<id>[\\d]+)',
    { kind: { description: 'Editable type, as registered by its plugin.', type: 'string', maxLength: 40 } },
    (request) => entitySession(stringOf(request, 'kind'), idOf(request)),
    {
      fields: stringParam('Form data as a browser sends it; without it, no autosave is stored.', MAX_FORM_LENGTH),
    },
  );
}

function stringOf(request: RestRequest, name: string): string {
  const value = request.getParam(name);
  return typeof value === 'string' ? value : '';
}
