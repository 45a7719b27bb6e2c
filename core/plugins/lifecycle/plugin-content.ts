import { type Database, type HostFunctions, isWpError } from '../../api/index.js';
import type { NameRegistry } from '../scope/name-registry.js';

/** Content of one post type or taxonomy that a plugin registered. */
export interface StoredContent {
  readonly kind: 'post type' | 'taxonomy';
  readonly name: string;
  /** Number of posts or terms; revisions are not counted. */
  readonly count: number;
  /** Number of comments on the posts; 0 for a taxonomy. */
  readonly comments: number;
}

/** The post types and taxonomies that a plugin registered. */
export interface ContentTypes {
  readonly postTypes: readonly string[];
  readonly taxonomies: readonly string[];
}

export interface PluginContent {
  /** Returns the types that a running plugin registered; those of the host are never a plugin's own. */
  registeredBy(id: string): ContentTypes;
  /** Returns the stored content of types that neither the host nor another plugin has registered now. */
  list(id: string, types: ContentTypes): Promise<StoredContent[]>;
  /** Deletes the content of a type, with comments, revisions and metadata. */
  remove(content: StoredContent): Promise<void>;
}

interface PluginContentDeps {
  readonly db: Database;
  readonly functions: Pick<
    HostFunctions,
    'getPostTypes' | 'getPostTypeObject' | 'getTaxonomies' | 'getTaxonomy' | 'wpDeletePost' | 'wpSetObjectTerms'
  >;
  readonly nameRegistry: Pick<NameRegistry, 'namesOf'>;
}

/** Number of posts that are read at once. */
const BATCH_SIZE = 100;

export function createPluginContent({ db, functions, nameRegistry }: PluginContentDeps): PluginContent {
  // A plugin may replace a type of the host, whose content is not its own. No plugin has registered a type yet.
  const hostNames: Readonly<Record<StoredContent['kind'], readonly string[]>> = {
    'post type': functions.getPostTypes({}).map(({ name }) => name),
    taxonomy: functions.getTaxonomies({}).map(({ name }) => name),
  };
  const isRegistered = (kind: StoredContent['kind'], name: string): boolean =>
    kind === 'post type' ? functions.getPostTypeObject(name) !== null : functions.getTaxonomy(name) !== false;
  const ownNames = (kind: StoredContent['kind'], id: string): string[] =>
    nameRegistry.namesOf(kind, id).filter((name) => !hostNames[kind].includes(name));

  async function listPosts(name: string): Promise<StoredContent> {
    const count = await countRows(db()('posts').where({ post_type: name }).whereNot({ post_status: 'auto-draft' }));
    const ofType = db()('posts').where({ post_type: name }).select('id');
    const comments = await countRows(db()('comments').whereIn('comment_post_id', ofType));
    return { kind: 'post type', name, count, comments };
  }

  async function listTerms(name: string): Promise<StoredContent> {
    const count = await countRows(db()('term_taxonomy').where({ taxonomy: name }));
    return { kind: 'taxonomy', name, count, comments: 0 };
  }

  /** Deletes the relationships of a post, so that the counts of terms that remain are right. */
  async function removeRelationships(postId: number): Promise<void> {
    const taxonomies = await db()('term_relationships as r')
      .join('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
      .where('r.object_id', postId)
      .distinct()
      .pluck<string[]>('x.taxonomy');
    for (const taxonomy of taxonomies) {
      const result = functions.getTaxonomy(taxonomy) ? await functions.wpSetObjectTerms(postId, [], taxonomy) : [];
      if (isWpError(result)) throw new Error(result.getErrorMessage());
    }
    await db()('term_relationships').where({ object_id: postId }).delete();
  }

  async function removePosts(name: string): Promise<void> {
    for (let after = 0; ;) {
      const ids = await db()('posts')
        .where({ post_type: name })
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .pluck<number[]>('id');
      for (const id of ids)
        await db.transaction(async () => {
          await removeRelationships(id);
          await functions.wpDeletePost(id, true);
        });
      const last = ids.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  /** Deletes the terms directly, since the functions of terms refuse a taxonomy that is not registered. */
  const removeTerms = (name: string): Promise<void> =>
    db.transaction(async () => {
      const rows = await db()('term_taxonomy').where({ taxonomy: name }).select('term_id', 'term_taxonomy_id');
      for (const { term_id: termId, term_taxonomy_id: termTaxonomyId } of rows) {
        await db()('term_relationships').where({ term_taxonomy_id: termTaxonomyId }).delete();
        await db()('term_taxonomy').where({ term_taxonomy_id: termTaxonomyId }).delete();
        if (await db()('term_taxonomy').where({ term_id: termId }).first('term_id')) continue;
        await db()('termmeta').where({ term_id: termId }).delete();
        await db()('terms').where({ term_id: termId }).delete();
      }
    });

  return {
    registeredBy: (id) => ({ postTypes: ownNames('post type', id), taxonomies: ownNames('taxonomy', id) }),
    async list(id, { postTypes, taxonomies }) {
      const isOwn = (kind: StoredContent['kind'], name: string): boolean =>
        !isRegistered(kind, name) || ownNames(kind, id).includes(name);
      const found: StoredContent[] = [];
      for (const name of postTypes) if (isOwn('post type', name)) found.push(await listPosts(name));
      for (const name of taxonomies) if (isOwn('taxonomy', name)) found.push(await listTerms(name));
      return found.filter(({ count }) => count > 0);
    },
    remove: ({ kind, name }) => (kind === 'post type' ? removePosts(name) : removeTerms(name)),
  };
}

/** Describes content in one line, for commands. */
export function describeContent({ kind, name, count, comments }: StoredContent): string {
  if (kind === 'taxonomy') return `terms of taxonomy ${name} (${count})`;
  return `posts of type ${name} (${count}${comments > 0 ? `, with comments: ${comments}` : ''})`;
}

async function countRows(query: { count(columns: object): PromiseLike<unknown> }): Promise<number> {
  const [row] = (await query.count({ n: '*' })) as [{ n: number | string }?];
  return Number(row?.n ?? 0);
}
