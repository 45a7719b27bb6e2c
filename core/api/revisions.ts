import type { MaybePromise } from './maybe-promise.js';
import type { FormFields } from './pages.js';

/**
 * A kind of thing that people work on in a form of a plugin, and that is no post: one person at a time holds it, what is typed is kept, and its versions can be compared.
 * The form carries `data-editing="<kind>/<id>"` and `data-list="<address to go back to>"`.
 * @since 0.3.0
 */
export interface EditableType {
  /** Lower-case letters, digits and underscores, at most 40, the plugin's name first: `store_product`. */
  readonly kind: string;
  /** Whether whoever asks may change it. */
  mayEdit(id: number): MaybePromise<boolean>;
  /** What people call it, and the address of its form; null when it is gone. */
  find(id: number): MaybePromise<{ readonly title: string; readonly url: string } | null>;
  /** What its form holds as it is stored. */
  stored(id: number): MaybePromise<FormFields>;
  /** The same as people read it, a text for each part; those that are equal are not shown. HTML is compared by its words. */
  describe(fields: FormFields, id: number): MaybePromise<readonly { readonly label: string; readonly text: string }[]>;
}

/** A version of a thing, or what somebody typed and did not save. @since 0.3.0 */
export interface Revision {
  readonly id: number;
  readonly kind: string;
  readonly thing: number;
  /** Who wrote it; 0 for nobody who was signed in. */
  readonly user: number;
  /** UTC. */
  readonly at: string;
  /** Whether it was typed and not saved. */
  readonly autosave: boolean;
  readonly fields: FormFields;
}

/** Versions of things that are no posts. @since 0.3.0 */
export interface RevisionsApi {
  /**
   * Keeps how a thing is after it was saved, unless its last version says the same, and forgets what this person had typed and not saved. Inside the open transaction if there is one.
   * @param before how it was; kept first where no version says so, so that nothing that was saved elsewhere is lost
   */
  saveRevision(kind: string, id: number, fields: FormFields, before?: FormFields): Promise<void>;
  /** The newest versions, newest first, with what this person typed and did not save. @param most how many; 25 when absent */
  getRevisions(kind: string, id: number, max?: number): Promise<readonly Revision[]>;
  /** One version by its number; null when there is none of this thing that whoever asks may see: what somebody else typed and did not save is theirs. */
  getRevision(kind: string, id: number, revision: number): Promise<Revision | null>;
  /** Forgets all that is kept of things that are deleted. Inside the open transaction if there is one. */
  deleteRevisions(kind: string, ids: readonly number[]): Promise<void>;
  /** What this person typed after a moment and did not save. @param since UTC */
  autosaveOf(kind: string, id: number, since: string): Promise<Revision | null>;
}
