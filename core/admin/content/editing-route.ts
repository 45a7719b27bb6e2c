import { isWpError, type Post, type RestApi, type RestRequest, WpError } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { createEditLocks } from './edit-locks.js';

/** Where the editor says that a text is being written. */
const EDITING_ROUTE = { namespace: 'plinth/v1', path: '/editing/(?P<id>[\\d]+)' } as const;
/** Characters of each part of an autosave. */
const LONGEST = 2_000_000;

type EditingDeps = Pick<AdminDeps, 'content' | 'meta' | 'users' | 'roles' | 'now' | 'transaction'> & { readonly rest: Pick<RestApi, 'registerRestRoute'>; currentUserId(): number };

/**
 * Registers `plinth/v1/editing/{id}`: `POST` holds a text for whoever writes it and keeps an autosave of what was sent along, `DELETE` lets it go.
 * For those who may edit the text. An autosave never changes the text itself.
 * @since 0.3.0
 */
export function registerEditingRoute(deps: EditingDeps): void {
  const { content, roles, users } = deps;
  const locks = createEditLocks(deps);
  const idOf = (request: RestRequest): number => Number(request.getParam('id')) || 0;
  const isSent = (request: RestRequest): boolean => request.hasParam('content');

  async function mayEdit(request: RestRequest): Promise<boolean> {
    const post = await content.getPost(idOf(request));
    return post !== null && content.getPostTypeObject(post.post_type) !== null && roles.currentUserCan('edit_post', post.id);
  }

  async function save(post: Post, request: RestRequest): Promise<boolean> {
    if (!isSent(request)) return false;
    const [title, text, excerpt] = ['title', 'content', 'excerpt'].map((name) => {
      const sent = request.getParam(name);
      return typeof sent === 'string' ? sent : '';
    });
    const id = await content.wpCreatePostAutosave({ id: post.id, post_title: title, post_content: text.replaceAll('\r\n', '\n'), post_excerpt: excerpt });
    return !isWpError(id);
  }

  const text = { type: 'string', maxLength: LONGEST } as const;
  deps.rest.registerRestRoute(EDITING_ROUTE.namespace, EDITING_ROUTE.path, {
    args: { id: { description: 'The number of the text.', type: 'integer', minimum: 1 } },
    endpoints: [
      {
        methods: 'POST',
        permissionCallback: mayEdit,
        args: {
          take: { description: 'Whether to take the text over from somebody else.', type: 'boolean', default: false },
          title: { ...text, description: 'The title as it is typed.' },
          content: { ...text, description: 'The text as it is typed; without it nothing is kept.' },
          excerpt: { ...text, description: 'The excerpt as it is typed.' },
        },
        async callback(request) {
          const post = await content.getPost(idOf(request));
          if (!post) return new WpError('rest_post_invalid_id', 'Invalid post ID.', { status: 404 });
          const user = deps.currentUserId();
          return deps.transaction(async () => {
            const holder = await locks.hold(post.id, user, request.getParam('take') === true);
            // What somebody typed is kept also when the text was taken from them.
            const saved = await save(post, request);
            const other = holder === user ? false : await users.getUserdata(holder);
            return { holder: holder === user ? null : { name: other ? other.display_name : '—' }, saved };
          });
        },
      },
      {
        methods: 'DELETE',
        permissionCallback: mayEdit,
        async callback(request) {
          await locks.release(idOf(request), deps.currentUserId());
          return { released: true };
        },
      },
    ],
  });
}
