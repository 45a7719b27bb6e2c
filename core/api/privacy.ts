import type { MaybePromise } from './maybe-promise.js';
import type { WpError } from './wp-error.js';

/** One thing of a person in an export, such as a comment or an order. @since 0.2.0 */
export interface PersonalDataItem {
  /** Things of one group stand together. */
  readonly group_id: string;
  readonly group_label: string;
  readonly group_description?: string;
  /** Things of one id and group, perhaps of several exporters, become one. */
  readonly item_id: string;
  readonly data: readonly { readonly name: string; readonly value: string | number }[];
}

/** What one source knows of a person (`wp_privacy_personal_data_exporters`). @since 0.2.0 */
export interface PersonalDataExporter {
  readonly exporter_friendly_name: string;
  /** Asked for page 1, 2 and so on, until it says that it is done. */
  callback(
    email: string,
    page: number,
  ): MaybePromise<{ readonly data: readonly PersonalDataItem[]; readonly done: boolean }>;
}

/** What an eraser did. @since 0.2.0 */
export interface PersonalDataErasure {
  readonly items_removed: boolean | number;
  /** What has to stay, such as an invoice; the messages say why. */
  readonly items_retained: boolean | number;
  readonly messages: readonly string[];
  readonly done: boolean;
}

/** What forgets a person in one place (`wp_privacy_personal_data_erasers`). @since 0.2.0 */
export interface PersonalDataEraser {
  readonly eraser_friendly_name: string;
  /** Asked for page 1, 2 and so on, until it says that it is done; once more from page 1 after a fault, so it must bear to be asked twice. */
  callback(email: string, page: number): MaybePromise<PersonalDataErasure>;
}

/** Sources of what is known of a person, by a name of their own. @since 0.2.0 */
export type PersonalDataExporters = Readonly<Record<string, PersonalDataExporter>>;

/** What forgets a person, by a name of its own. @since 0.2.0 */
export type PersonalDataErasers = Readonly<Record<string, PersonalDataEraser>>;

/** Where a request stands. @since 0.2.0 */
export type UserRequestStatus = 'request-pending' | 'request-confirmed' | 'request-failed' | 'request-completed';

/** Something that a person asks for, and confirms by a letter (`WP_User_Request`). @since 0.2.0 */
export interface UserRequest {
  readonly id: number;
  /** 0 for a person without an account. */
  readonly userId: number;
  readonly email: string;
  /** `export_personal_data`, `remove_personal_data`, or a plugin's. */
  readonly actionName: string;
  readonly status: UserRequestStatus;
  /** Seconds since 1970, as all times of it; 0 for what has not been. */
  readonly created: number;
  readonly confirmed: number;
  readonly completed: number;
  readonly requestData: Readonly<Record<string, unknown>>;
}

/** Requests of people, and what is known of them (WordPress: the functions of personal data). @since 0.2.0 */
export interface PrivacyApi {
  /**
   * Stores a request (`wp_create_user_request`).
   * Errors: `invalid_email`, `invalid_action`, `duplicate_request` for one that the same person has not finished.
   * @param status `confirmed` for whoever is known to be that person
   */
  wpCreateUserRequest(
    email: string,
    actionName: string,
    data?: Readonly<Record<string, unknown>>,
    status?: 'pending' | 'confirmed',
  ): Promise<number | WpError>;
  /** Writes to the person, who confirms by the link (`wp_send_user_request`). Errors: `invalid_request`, `privacy_email_error`. */
  wpSendUserRequest(id: number): Promise<true | WpError>;
  /** A request; false for none (`wp_get_user_request`). */
  wpGetUserRequest(id: number): Promise<UserRequest | false>;
  /** A new key for the link of a request, which makes earlier ones worthless (`wp_generate_user_request_key`). */
  wpGenerateUserRequestKey(id: number): Promise<string>;
  /** Whether a key is that of a request (`wp_validate_user_request_key`). Errors: `invalid_request`, `expired_request`, `invalid_key`, `expired_key`. */
  wpValidateUserRequestKey(id: number, key: string): Promise<true | WpError>;
  /** What a request asks for, in words (`wp_user_request_action_description`). */
  wpUserRequestActionDescription(actionName: string): Promise<string>;
}
