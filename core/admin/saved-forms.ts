import type { FormFields, OptionsApi } from '../api/index.js';

/** Lifetime of saved input, in seconds. */
const DRAFT_SECONDS = 3600;
const MAX_FORMS = 5;
/** Maximum length of all forms of one user, in characters. */
const MAX_LENGTH = 1024 * 1024;

interface FormDraft {
  readonly address: string;
  readonly form: FormFields;
}

/** Stores forms submitted after the session expired until the same user has logged in again. */
export interface FormDrafts {
  save(userId: number, path: string, form: FormFields): Promise<void>;
  /** Returns and removes the form saved for a user and URL. */
  take(userId: number, path: string): Promise<FormFields | undefined>;
}

export function createFormDrafts(
  options: Pick<OptionsApi, 'getTransient' | 'setTransient' | 'deleteTransient'>,
): FormDrafts {
  const transientName = (userId: number): string => `typed_${userId}`;
  const read = async (userId: number): Promise<FormDraft[]> =>
    (await options.getTransient<FormDraft[]>(transientName(userId))) || [];
  const write = (userId: number, drafts: readonly FormDraft[]): Promise<boolean> =>
    drafts.length === 0
      ? options.deleteTransient(transientName(userId))
      : options.setTransient(transientName(userId), drafts, DRAFT_SECONDS);
  return {
    async save(userId, path, form) {
      const { _wpnonce: _old, ...fields } = form;
      const drafts = [
        ...(await read(userId)).filter((savedDraft) => savedDraft.address !== path),
        { address: path, form: fields },
      ].slice(-MAX_FORMS);
      while (JSON.stringify(drafts).length > MAX_LENGTH) drafts.shift();
      await write(userId, drafts);
    },
    async take(userId, path) {
      const drafts = await read(userId);
      const draft = drafts.find((savedDraft) => savedDraft.address === path);
      if (draft)
        await write(
          userId,
          drafts.filter((savedDraft) => savedDraft !== draft),
        );
      return draft?.form;
    },
  };
}
