import type { ContentApi, Formatting, RolesApi, TranslationApi } from '../api/index.js';

/** What reading fields stands on. */
export interface FieldsDeps {
  readonly text: Pick<TranslationApi, '__' | '_n'>;
  readonly formatting: Pick<Formatting, 'isEmail' | 'escUrlRaw' | 'wpStripAllTags'>;
  readonly content: Pick<ContentApi, 'getPost' | 'getTerm'>;
  readonly roles: Pick<RolesApi, 'currentUserCan'>;
}
