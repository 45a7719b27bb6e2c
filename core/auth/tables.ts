import type { User } from '../api/index.js';

/** A row of `usermeta`. */
export interface UserMetaRow {
  readonly meta_id: number;
  readonly user_id: number;
  readonly meta_key: string;
  readonly meta_value: string;
}

/** A row of `application_passwords`. */
export interface ApplicationPasswordRow {
  readonly id: number;
  readonly user_id: number;
  readonly uuid: string;
  readonly app_id: string;
  readonly name: string;
  /** The hash of the password. */
  readonly password: string;
  readonly created: string;
  readonly last_used: string | null;
  readonly last_ip: string | null;
}

/** A row of `totp_secrets`. */
export interface TotpSecretRow {
  readonly user_id: number;
  readonly secret: string;
  /** Time step of the last used code: 30-second steps since 1970. */
  readonly last_step: number | string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** A row of `passkeys`. */
export interface PasskeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly credential_hash: string;
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number | string;
  /** Comma-separated transport names. */
  readonly transports: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** A row of `recovery_codes`. */
export interface RecoveryCodeRow {
  readonly id: number;
  readonly user_id: number;
  readonly code_hash: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    users: User;
    usermeta: UserMetaRow;
    application_passwords: ApplicationPasswordRow;
    totp_secrets: TotpSecretRow;
    passkeys: PasskeyRow;
    recovery_codes: RecoveryCodeRow;
  }
}
