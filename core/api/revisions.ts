import type { MaybePromise } from './maybe-promise.js';
import type { FormFields } from './pages.js';

/**
 * A custom entity, not a post, that is edited in a form of a plugin: with an edit lock for one user at a time,
 * autosaves, and revisions that can be compared.
 * The form has `data-editing="<kind>/<id>"` and `data-list="<URL of the list>"`.
 * @since 0.1.0
 */
export interface EditableType {
  /**
   * Lower-case letters, digits and underscores, maximum 40 characters, prefixed with the plugin's name:
   * `store_product`.
   */
  readonly kind: string;
  /** Whether the current user may edit the entity. */
  canEdit(id: number): MaybePromise<boolean>;
  /** Returns the display name and the form URL of the entity; null if it no longer exists. */
  find(id: number): MaybePromise<{ readonly title: string; readonly url: string } | null>;
  /** Returns the stored values of the form fields. */
  getFields(id: number): MaybePromise<FormFields>;
  /**
   * Returns the values as readable text, one per part; parts that are equal are not shown. HTML is compared by its
   * words.
   */
  describe(fields: FormFields, id: number): MaybePromise<readonly { readonly label: string; readonly text: string }[]>;
}

/**
 * A revision of an entity, or an autosave.
 * @since 0.1.0
 */
export interface Revision {
  readonly id: number;
  readonly kind: string;
  readonly entityId: number;
  /** ID of the author; 0 if not logged in. */
  readonly user: number;
  /** UTC. */
  readonly createdAt: string;
  /** Whether it is an autosave. */
  readonly autosave: boolean;
  readonly fields: FormFields;
}

/**
 * Revisions of entities that are not posts.
 * @since 0.1.0
 */
export interface RevisionsApi {
  /**
   * Saves a revision of an entity after it was saved, unless its last revision is equal, and deletes the user's
   * autosave. Uses the open transaction if there is one.
   * @param before previous state; saved first if no revision has it, so that changes saved elsewhere are preserved
   */
  saveRevision(kind: string, id: number, fields: FormFields, before?: FormFields): Promise<void>;
  /**
   * Returns the newest revisions, newest first, including the current user's autosave.
   * @param max maximum number; defaults to 25
   */
  getRevisions(kind: string, id: number, max?: number): Promise<readonly Revision[]>;
  /**
   * Returns a revision by its number; null if the entity has none that the current user may see: autosaves are only
   * visible to their author.
   */
  getRevision(kind: string, id: number, revision: number): Promise<Revision | null>;
  /** Deletes all revisions and autosaves of deleted entities. Uses the open transaction if there is one. */
  deleteRevisions(kind: string, ids: readonly number[]): Promise<void>;
  /**
   * Returns the current user's autosave if it is newer than a time.
   * @param since UTC
   */
  autosaveOf(kind: string, id: number, since: string): Promise<Revision | null>;
}
