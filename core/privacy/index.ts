import type { PrivacyApi } from '../api/index.js';
import { createFulfillment, type Fulfillment } from './fulfill-request.js';
import { accountEraser, accountExporters } from './account-sources.js';
import { hostErasers, hostExporters } from './host-sources.js';
import { siteRecordErasers, siteRecordExporters } from './site-records.js';
import type { PrivacyDeps } from './privacy-deps.js';
import { createRequestEmails } from './request-emails.js';
import { createUserRequests, type UserRequests } from './user-requests.js';

export type { Fulfillment, UserRequests };

/** Requests for export and erasure of personal data. */
export interface Privacy {
  readonly requests: UserRequests;
  readonly fulfillment: Fulfillment;
  /** The API for plugins. */
  readonly api: PrivacyApi;
}

/** Combines requests with their emails and their processing. */
export function createPrivacy(deps: PrivacyDeps): Privacy {
  const requests = createUserRequests(deps);
  // Registered through the filters, so that plugins that apply them see these too.
  deps.hooks.addFilter('wp_privacy_personal_data_exporters', (others) => ({
    ...others,
    ...accountExporters(deps),
    ...hostExporters(deps),
    ...siteRecordExporters(deps),
  }));
  deps.hooks.addFilter('wp_privacy_personal_data_erasers', (others) => ({
    ...others,
    ...hostErasers(deps),
    ...siteRecordErasers(deps),
    ...accountEraser(deps),
  }));
  const emails = createRequestEmails(deps, requests);
  const { wpCreateUserRequest, wpGetUserRequest, wpGenerateUserRequestKey, wpValidateUserRequestKey } = requests;
  return {
    requests,
    fulfillment: createFulfillment(deps, requests, emails),
    api: {
      wpCreateUserRequest,
      wpGetUserRequest,
      wpGenerateUserRequestKey,
      wpValidateUserRequestKey,
      wpSendUserRequest: emails.wpSendUserRequest,
      wpUserRequestActionDescription: emails.wpUserRequestActionDescription,
    },
  };
}
