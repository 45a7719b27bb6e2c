import type { PersonalDataErasers, PersonalDataExporters, UserRequest } from '../privacy.js';

/** Data of a privacy request email. */
interface RequestEmailData {
  readonly request: UserRequest;
  readonly email: string;
  readonly description: string;
  readonly confirm_url: string;
  readonly sitename: string;
  readonly siteurl: string;
}

declare module '../hooks.js' {
  interface Filters {
    user_request_action_confirmed_message: (message: string, requestId: number) => string;
    user_request_action_description: (description: string, actionName: string) => string;
    user_request_action_email_content: (content: string, email: RequestEmailData) => string;
    user_request_action_email_headers: (
      headers: string,
      subject: string,
      content: string,
      requestId: number,
      email: RequestEmailData,
    ) => string;
    user_request_action_email_subject: (subject: string, sitename: string, email: RequestEmailData) => string;
    user_request_key_expiration: (seconds: number) => number;
    wp_anonymize_comment: (anonymize: boolean | string, comment: object, anonymized: object) => boolean | string;
    wp_privacy_export_expiration: (seconds: number) => number;
    wp_privacy_personal_data_email_content: (
      content: string,
      requestId: number,
      email: {
        readonly request: UserRequest;
        readonly expiration: number;
        readonly export_file_url: string;
        readonly sitename: string;
      },
    ) => string;
    wp_privacy_personal_data_email_subject: (subject: string, sitename: string, request: UserRequest) => string;
    wp_privacy_personal_data_erasers: (erasers: PersonalDataErasers) => PersonalDataErasers;
    wp_privacy_personal_data_exporters: (exporters: PersonalDataExporters) => PersonalDataExporters;
    user_erasure_fulfillment_email_content: (content: string, request: UserRequest) => string;
    user_erasure_fulfillment_email_subject: (subject: string, sitename: string, request: UserRequest) => string;
  }

  interface Actions {
    user_request_action_confirmed: (requestId: number) => void;
    wp_privacy_personal_data_erased: (requestId: number) => void;
    wp_privacy_personal_data_export_file_created: (file: string, url: string, requestId: number) => void;
  }
}

export type {};
