import { type Database, type FormFields, type Revision, toUtcString, type RevisionsApi } from '../api/index.js';

const TABLE = 'revisions';
/** Maximum number of revisions per entity; the oldest are deleted. */
const MAX_REVISIONS = 50;
/** Number of revisions that are returned by default. */
const DEFAULT_LIMIT = 25;
/** Maximum number of ids in one statement. */
const MAX_IDS = 200;

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly thing_id: number;
  readonly user_id: number;
  readonly autosave_key: string | null;
  readonly fields: string;
  readonly saved_at: string;
}

/** The host's access to revisions. */
export interface Revisions extends RevisionsApi {
  /** Saves a user's input, replacing the same user's previous autosave. */
  saveAutosave(kind: string, id: number, fields: FormFields): Promise<void>;
  /** Returns a revision by its id alone, for users who may edit the entity. */
  getRevisionById(revision: number): Promise<Revision | null>;
}

interface RevisionsDeps {
  readonly db: Database;
  currentUserId(): number;
  /** Returns the current Unix time in milliseconds. */
  readonly now?: () => number;
}

/** Creates the revisions and autosaves of entities that plugins make editable (table `revisions`). */
export function createRevisions({ db, currentUserId, now = Date.now }: RevisionsDeps): Revisions {
  const rows = () => db()<Row>(TABLE);
  const autosaveKeyOf = (kind: string, id: number, user: number): string => `${kind}/${id}/${user}`;
  const isVisible = (row: Pick<Row, 'autosave_key' | 'user_id'>): boolean =>
    row.autosave_key === null || row.user_id === currentUserId();
  const findRow = async (id: number): Promise<Row | undefined> => rows().where({ id }).first();

  async function addRevision(kind: string, id: number, fields: string, user: number): Promise<void> {
    const last = await rows()
      .where({ kind, thing_id: id })
      .whereNull('autosave_key')
      .orderBy('id', 'desc')
      .first('fields');
    if (last?.fields === fields) return;
    await rows().insert({
      kind,
      thing_id: id,
      user_id: user,
      autosave_key: null,
      fields,
      saved_at: toUtcString(now()),
    });
  }

  async function prune(kind: string, id: number): Promise<void> {
    const oldest = await rows()
      .where({ kind, thing_id: id })
      .whereNull('autosave_key')
      .orderBy('id', 'desc')
      .offset(MAX_REVISIONS)
      .first('id');
    if (oldest)
      await rows().where({ kind, thing_id: id }).whereNull('autosave_key').where('id', '<=', oldest.id).delete();
  }

  return {
    saveRevision: (kind, id, fields, before) =>
      db.transaction(async () => {
        // The author of the previous state is unknown here.
        if (before) await addRevision(kind, id, JSON.stringify(before), 0);
        await addRevision(kind, id, JSON.stringify(fields), currentUserId());
        await prune(kind, id);
        await rows()
          .where({ autosave_key: autosaveKeyOf(kind, id, currentUserId()) })
          .delete();
      }),
    async getRevisions(kind, id, max = DEFAULT_LIMIT) {
      const found = await rows()
        .where({ kind, thing_id: id })
        .where(
          (builder) =>
            void builder.whereNull('autosave_key').orWhere('autosave_key', autosaveKeyOf(kind, id, currentUserId())),
        )
        .orderBy('saved_at', 'desc')
        .orderBy('id', 'desc')
        .limit(max);
      return found.map(toRevision);
    },
    async getRevision(kind, id, revision) {
      const row = await findRow(revision);
      return row && row.kind === kind && row.thing_id === id && isVisible(row) ? toRevision(row) : null;
    },
    async autosaveOf(kind, id, since) {
      const row = await rows()
        .where({ autosave_key: autosaveKeyOf(kind, id, currentUserId()) })
        .where('saved_at', '>=', since)
        .first();
      return row ? toRevision(row) : null;
    },
    deleteRevisions: (kind, ids) =>
      db.transaction(async () => {
        for (let offset = 0; offset < ids.length; offset += MAX_IDS)
          await rows()
            .where({ kind })
            .whereIn('thing_id', ids.slice(offset, offset + MAX_IDS))
            .delete();
      }),
    async saveAutosave(kind, id, fields) {
      const values = { fields: JSON.stringify(fields), saved_at: toUtcString(now()) };
      const user = currentUserId();
      await rows()
        .insert({ kind, thing_id: id, user_id: user, autosave_key: autosaveKeyOf(kind, id, user), ...values })
        .onConflict('autosave_key')
        .merge(values);
    },
    async getRevisionById(revision) {
      const row = await findRow(revision);
      return row && isVisible(row) ? toRevision(row) : null;
    },
  };
}

/** Returns the part for plugins; autosaves are made by the route. */
export function revisionsForPlugins({
  saveAutosave: _autosave,
  getRevisionById: _any,
  ...revisions
}: Revisions): RevisionsApi {
  return revisions;
}

function toRevision({ id, kind, thing_id, user_id, autosave_key, fields, saved_at }: Row): Revision {
  return {
    id,
    kind,
    entityId: thing_id,
    user: user_id,
    createdAt: saved_at,
    autosave: autosave_key !== null,
    fields: JSON.parse(fields) as FormFields,
  };
}
