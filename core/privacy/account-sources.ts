import type { PersonalDataErasers, PersonalDataExporters, PersonalDataItem, User } from '../api/index.js';
import { exportFields } from './export-fields.js';
import type { PrivacyDeps } from './privacy-deps.js';

/** Tables whose rows belong to an account and are deleted with it. */
const LOGIN_TABLES = ['application_passwords', 'passkeys', 'totp_secrets', 'recovery_codes'] as const;
/** Tables that name the account of an author or editor. */
const WORK_TABLES = ['posts', 'revisions', 'imports'] as const;
const ACCOUNT_TABLES = ['users', 'usermeta', ...LOGIN_TABLES, ...WORK_TABLES] as const;
/** User metadata with a label of its own. */
const LABELED_META: readonly string[] = ['nickname', 'first_name', 'last_name', 'description'];
/** User metadata that would let its reader log in. */
const SECRET_META = /pass|secret|token|hash|(?:^|_)key(?:$|_)/i;

type MetaRow = Readonly<{ meta_key: string; meta_value: string | null }>;

/**
 * Exporters of the account (WordPress: wp_register_user_personal_data_exporter), with all user metadata, and of its
 * login methods. Secrets are not exported.
 */
export function accountExporters(deps: PrivacyDeps): PersonalDataExporters {
  const {
    users,
    text: { __ },
  } = deps;
  const forAccount = async (email: string, list: (user: User) => Promise<PersonalDataItem[]>) => {
    const user = await users.getUserBy('email', email);
    return { data: user ? await list(user) : [], done: true };
  };
  return {
    'wordpress-user': {
      exporter_friendly_name: __('Account'),
      tables: ['users', 'usermeta', ...WORK_TABLES],
      callback: (email) => forAccount(email, async (user) => [await accountItem(deps, user)]),
    },
    'wordpress-logins': {
      exporter_friendly_name: __('Login methods'),
      tables: LOGIN_TABLES,
      callback: (email) => forAccount(email, ({ id }) => loginItems(deps, id)),
    },
  };
}

async function accountItem({ db, meta, text: { __ } }: PrivacyDeps, user: User): Promise<PersonalDataItem> {
  const readMeta = (key: string): Promise<unknown> => meta.getUserMeta(user.id, key, true);
  const otherMeta = await db()('usermeta')
    .where({ user_id: user.id })
    .whereNotIn('meta_key', [...LABELED_META])
    .orderBy('meta_id')
    .select<MetaRow[]>('meta_key', 'meta_value');
  const data = exportFields({
    [__('User ID')]: user.id,
    [__('Username')]: user.user_login,
    [__('Nice name')]: user.user_nicename,
    [__('Email')]: user.user_email,
    [__('Website')]: user.user_url,
    [__('Registered')]: user.user_registered,
    [__('Display name')]: user.display_name,
    [__('Nickname')]: await readMeta('nickname'),
    [__('First name')]: await readMeta('first_name'),
    [__('Last name')]: await readMeta('last_name'),
    [__('Biographical info')]: await readMeta('description'),
    ...Object.fromEntries(
      otherMeta
        .filter(({ meta_key }) => !SECRET_META.test(meta_key))
        .map(({ meta_key, meta_value }) => [meta_key, meta_value ?? '']),
    ),
  });
  return { group_id: 'user', group_label: __('Account'), item_id: `user-${user.id}`, data };
}

/** Returns what is stored about the ways to log in, without what is needed to do so. */
async function loginItems({ db, text: { __ } }: PrivacyDeps, userId: number): Promise<PersonalDataItem[]> {
  const rows = <T extends object>(table: (typeof LOGIN_TABLES)[number], columns: readonly (keyof T & string)[]) =>
    db()(table)
      .where({ user_id: userId })
      .select<T[]>(...columns);
  const item = (id: string, fields: Readonly<Record<string, unknown>>): PersonalDataItem => ({
    group_id: 'logins',
    group_label: __('Login methods'),
    item_id: id,
    data: exportFields(fields),
  });
  type Password = { name: string; created: string; last_used: string | null; last_ip: string | null };
  type Passkey = { name: string; created_at: string; last_used_at: string | null };
  type Totp = { created_at: string; last_used_at: string | null };
  const passwords = await rows<Password>('application_passwords', ['name', 'created', 'last_used', 'last_ip']);
  const passkeys = await rows<Passkey>('passkeys', ['name', 'created_at', 'last_used_at']);
  const apps = await rows<Totp>('totp_secrets', ['created_at', 'last_used_at']);
  const codes = await rows<{ id: number }>('recovery_codes', ['id']);
  return [
    ...passwords.map(({ name, created, last_used, last_ip }, index) =>
      item(`application-password-${index}`, {
        [__('Application password')]: name,
        [__('Created')]: created,
        [__('Last used')]: last_used,
        [__('IP address')]: last_ip,
      }),
    ),
    ...passkeys.map(({ name, created_at, last_used_at }, index) =>
      item(`passkey-${index}`, {
        [__('Passkey')]: name,
        [__('Created')]: created_at,
        [__('Last used')]: last_used_at,
      }),
    ),
    ...apps.map(({ created_at, last_used_at }) =>
      item('authenticator', { [__('Authenticator app')]: created_at, [__('Last used')]: last_used_at }),
    ),
    ...(codes.length > 0 ? [item('recovery-codes', { [__('Recovery codes')]: codes.length })] : []),
  ];
}

/**
 * Says why the account stays: WordPress deletes accounts on the Users screen only, since content belongs to them. A
 * plugin may replace this eraser by one that deletes accounts of customers.
 */
export function accountEraser({ users, text: { __ } }: PrivacyDeps): PersonalDataErasers {
  return {
    'wordpress-user': {
      eraser_friendly_name: __('Account'),
      tables: ACCOUNT_TABLES,
      async callback(email) {
        const user = await users.getUserBy('email', email);
        return {
          items_removed: 0,
          items_retained: user ? 1 : 0,
          messages: user
            ? [
                __(
                  'The account %s stays with its profile and login methods, because content of the site belongs to it or a person logs in with it. It can be deleted under Users.',
                  user.user_login,
                ),
              ]
            : [],
          done: true,
        };
      },
    },
  };
}
