import type { MaybePromise } from './maybe-promise.js';
import type { WpError } from './wp-error.js';

/**
 * An item of a personal data export, such as a comment or an order.
 * @since 0.1.0
 */
export interface PersonalDataItem {
  /** ID of the group that the item is listed under. */
  readonly group_id: string;
  readonly group_label: string;
  readonly group_description?: string;
  /** ID of the item; items with the same group and ID are merged, even from different exporters. */
  readonly item_id: string;
  readonly data: readonly { readonly name: string; readonly value: string | number }[];
}

/**
 * A personal data exporter (`wp_privacy_personal_data_exporters`).
 * @since 0.1.0
 */
export interface PersonalDataExporter {
  readonly exporter_friendly_name: string;
  /**
   * Tables whose personal data it returns, such as `shop_requests`; `usermeta.key` for one key of user metadata. Checks
   * compare them with the tables of the database.
   */
  readonly tables?: readonly string[];
  /** Called for page 1, 2 and so on, until it returns `done`. */
  callback(
    email: string,
    page: number,
  ): MaybePromise<{ readonly data: readonly PersonalDataItem[]; readonly done: boolean }>;
}

/**
 * Result of a personal data eraser.
 * @since 0.1.0
 */
export interface PersonalDataErasure {
  readonly items_removed: boolean | number;
  /** Items that must be retained, such as invoices; the messages give the reasons. */
  readonly items_retained: boolean | number;
  readonly messages: readonly string[];
  readonly done: boolean;
}

/**
 * A personal data eraser (`wp_privacy_personal_data_erasers`).
 * @since 0.1.0
 */
export interface PersonalDataEraser {
  readonly eraser_friendly_name: string;
  /** Tables whose personal data it erases, or retains with a message that gives the reason; as for exporters. */
  readonly tables?: readonly string[];
  /**
   * Called for page 1, 2 and so on, until it returns `done`. Restarts at page 1 after an error, so it must be
   * idempotent.
   */
  callback(email: string, page: number): MaybePromise<PersonalDataErasure>;
}

/**
 * Personal data exporters by a unique name.
 * @since 0.1.0
 */
export type PersonalDataExporters = Readonly<Record<string, PersonalDataExporter>>;

/**
 * Personal data erasers by a unique name.
 * @since 0.1.0
 */
export type PersonalDataErasers = Readonly<Record<string, PersonalDataEraser>>;

/**
 * Status of a personal data request.
 * @since 0.1.0
 */
export type UserRequestStatus = 'request-pending' | 'request-confirmed' | 'request-failed' | 'request-completed';

/**
 * A request by a person, confirmed by email (`WP_User_Request`).
 * @since 0.1.0
 */
export interface UserRequest {
  readonly id: number;
  /** 0 for a person without an account. */
  readonly userId: number;
  readonly email: string;
  /** `export_personal_data`, `remove_personal_data`, or an action of a plugin. */
  readonly actionName: string;
  readonly status: UserRequestStatus;
  /** Unix seconds, as for all times of a request; 0 if it has not happened. */
  readonly created: number;
  readonly confirmed: number;
  readonly completed: number;
  readonly requestData: Readonly<Record<string, unknown>>;
}

/**
 * Requests for personal data (WordPress: the personal data functions).
 * @since 0.1.0
 */
export interface PrivacyApi {
  /**
   * Creates a request (`wp_create_user_request`).
   * Errors: `invalid_email`, `invalid_action`, `duplicate_request` if the person already has an unfinished one.
   * @param status `confirmed` if the identity of the person is already established
   */
  wpCreateUserRequest(
    email: string,
    actionName: string,
    data?: Readonly<Record<string, unknown>>,
    status?: 'pending' | 'confirmed',
  ): Promise<number | WpError>;
  /**
   * Sends the confirmation email with its link (`wp_send_user_request`). Errors: `invalid_request`,
   * `privacy_email_error`.
   */
  wpSendUserRequest(id: number): Promise<true | WpError>;
  /** Returns a request, or false (`wp_get_user_request`). */
  wpGetUserRequest(id: number): Promise<UserRequest | false>;
  /** Returns a new confirmation key of a request; earlier keys become invalid (`wp_generate_user_request_key`). */
  wpGenerateUserRequestKey(id: number): Promise<string>;
  /**
   * Validates the confirmation key of a request (`wp_validate_user_request_key`). Errors: `invalid_request`,
   * `expired_request`, `invalid_key`, `expired_key`.
   */
  wpValidateUserRequestKey(id: number, key: string): Promise<true | WpError>;
  /** Returns a readable description of an action (`wp_user_request_action_description`). */
  wpUserRequestActionDescription(actionName: string): Promise<string>;
}
