import type { FormFields, OptionsApi } from '../api/index.js';

/** Seconds in which somebody may come back to what was typed. */
const KEPT_SECONDS = 3600;
const MOST_FORMS = 5;
/** Characters of all forms of one person. */
const MOST_TEXT = 1024 * 1024;

interface KeptForm {
  readonly address: string;
  readonly form: FormFields;
}

/** Forms that came after their sender's session had ended, until the same person has signed in again. */
export interface KeptForms {
  keep(userId: number, address: string, form: FormFields): Promise<void>;
  /** What was kept of a person for an address, once. */
  take(userId: number, address: string): Promise<FormFields | undefined>;
}

export function createKeptForms(
  options: Pick<OptionsApi, 'getTransient' | 'setTransient' | 'deleteTransient'>,
): KeptForms {
  const nameOf = (userId: number): string => `typed_${userId}`;
  const read = async (userId: number): Promise<KeptForm[]> =>
    (await options.getTransient<KeptForm[]>(nameOf(userId))) || [];
  const write = (userId: number, kept: readonly KeptForm[]): Promise<boolean> =>
    kept.length === 0
      ? options.deleteTransient(nameOf(userId))
      : options.setTransient(nameOf(userId), kept, KEPT_SECONDS);
  return {
    async keep(userId, address, form) {
      const { _wpnonce: _old, ...fields } = form;
      const kept = [...(await read(userId)).filter((one) => one.address !== address), { address, form: fields }].slice(
        -MOST_FORMS,
      );
      while (JSON.stringify(kept).length > MOST_TEXT) kept.shift();
      await write(userId, kept);
    },
    async take(userId, address) {
      const kept = await read(userId);
      const found = kept.find((one) => one.address === address);
      if (found)
        await write(
          userId,
          kept.filter((one) => one !== found),
        );
      return found?.form;
    },
  };
}
