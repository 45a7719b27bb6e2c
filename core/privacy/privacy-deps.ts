import type {
  AttachmentsApi,
  ContentApi,
  CronApi,
  Database,
  Formatting,
  HookApi,
  Mail,
  MetadataApi,
  OptionsApi,
  TranslationApi,
  UsersApi,
} from '../api/index.js';

/** Dependencies of personal data requests. */
export interface PrivacyDeps {
  readonly db: Database;
  readonly hooks: HookApi;
  readonly content: ContentApi;
  readonly meta: MetadataApi;
  readonly users: Pick<UsersApi, 'getUserBy'>;
  readonly attachments: Pick<AttachmentsApi, 'wpGetAttachmentUrl'>;
  readonly formatting: Pick<Formatting, 'sanitizeEmail' | 'isEmail' | 'sanitizeKey'>;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly cron: Pick<CronApi, 'registerJob' | 'enqueueJob'>;
  readonly text: Pick<TranslationApi, '__' | '_n'>;
  mail(email: Mail & { readonly subject: string }): Promise<boolean>;
  /** The emails in the mail folder. */
  readonly emailLog: { deleteByEmail(email: string): Promise<number> };
  readonly siteUrl: string;
  /** Folder of exports until they expire; not accessible over the web. */
  readonly folder: string;
  /** Returns the current Unix time in milliseconds. */
  now(): number;
}
