import { type PrivacyApi, type UserRequest, WpError } from '../api/index.js';
import type { PrivacyDeps } from './privacy-deps.js';
import type { UserRequests } from './user-requests.js';
import { decodeSiteName } from '../formatting/index.js';

/** Emails to people about their requests. */
export interface RequestEmails extends Pick<PrivacyApi, 'wpSendUserRequest' | 'wpUserRequestActionDescription'> {
  /**
   * Sends the link to the export.
   * @param life seconds for which it is available
   */
  sendExport(request: UserRequest, url: string, life: number): Promise<void>;
  /** Sends the confirmation of an erasure. */
  sendErasureConfirmation(request: UserRequest): Promise<void>;
}

export function createRequestEmails(
  { hooks, options, mail, siteUrl, text: { __, _n } }: PrivacyDeps,
  requests: UserRequests,
): RequestEmails {
  const siteName = async (): Promise<string> => decodeSiteName(await options.getOption('blogname'));

  async function describeAction(actionName: string): Promise<string> {
    const descriptions: Readonly<Record<string, string>> = {
      export_personal_data: __('Export Personal Data'),
      remove_personal_data: __('Erase Personal Data'),
    };
    return hooks.applyFilters(
      'user_request_action_description',
      descriptions[actionName] ?? __('Confirm the "%s" action', actionName),
      actionName,
    );
  }

  return {
    wpUserRequestActionDescription: describeAction,

    async wpSendUserRequest(id) {
      const request = await requests.wpGetUserRequest(id);
      if (!request) return new WpError('invalid_request', 'Invalid personal data request.');
      const key = await requests.wpGenerateUserRequestKey(id);
      const sitename = await siteName();
      const description = await describeAction(request.actionName);
      const email = {
        request,
        email: request.email,
        description,
        confirm_url: `${siteUrl}/wp-login.php?action=confirmaction&request_id=${id}&confirm_key=${encodeURIComponent(key)}`,
        sitename,
        siteurl: siteUrl,
      };
      const subject = await hooks.applyFilters(
        'user_request_action_email_subject',
        __('[%s] Confirm Action: %s', sitename, description),
        sitename,
        email,
      );
      const defaultContent = [
        __('Someone made this request for your account or email address: %s', '###DESCRIPTION###'),
        `${__('To confirm it, open this link:')}\n###CONFIRM_URL###`,
        __('If this was not you, ignore this email and nothing will happen.'),
        '###SITENAME###\n###SITEURL###',
      ].join('\n\n');
      const content = fillPlaceholders(
        await hooks.applyFilters('user_request_action_email_content', defaultContent, email),
        {
          DESCRIPTION: description,
          CONFIRM_URL: email.confirm_url,
          EMAIL: request.email,
          SITENAME: sitename,
          SITEURL: siteUrl,
        },
      );
      const headers = await hooks.applyFilters('user_request_action_email_headers', '', subject, content, id, email);
      const replyTo = /^reply-to:\s*(\S.*)$/im.exec(headers)?.[1]?.trim();
      const sent = await mail({
        to: request.email,
        subject,
        text: content,
        ...(replyTo === undefined ? {} : { replyTo }),
      });
      return sent
        ? true
        : new WpError('privacy_email_error', 'Unable to send personal data export confirmation email.');
    },

    async sendExport(request, url, life) {
      const sitename = await siteName();
      const subject = await hooks.applyFilters(
        'wp_privacy_personal_data_email_subject',
        __('[%s] Personal Data Export', sitename),
        sitename,
        request,
      );
      const defaultContent = [
        __('Your personal data export is ready. Download it here:'),
        '###LINK###',
        _n(
          'The link is valid for %d day. Then the file is deleted.',
          'The link is valid for %d days. Then the file is deleted.',
          Math.max(1, Math.floor(life / 86_400)),
        ),
        '###SITENAME###\n###SITEURL###',
      ].join('\n\n');
      const content = await hooks.applyFilters('wp_privacy_personal_data_email_content', defaultContent, request.id, {
        request,
        expiration: life,
        export_file_url: url,
        sitename,
      });
      await mail({
        to: request.email,
        required: true,
        subject,
        text: fillPlaceholders(content, { LINK: url, EMAIL: request.email, SITENAME: sitename, SITEURL: siteUrl }),
      });
    },

    async sendErasureConfirmation(request) {
      const sitename = await siteName();
      const subject = await hooks.applyFilters(
        'user_erasure_fulfillment_email_subject',
        __('[%s] Erasure Request Fulfilled', sitename),
        sitename,
        request,
      );
      const defaultContent = [
        __('Your personal data has been erased as requested.'),
        __('This does not include data that the site must keep by law.'),
        '###SITENAME###\n###SITEURL###',
      ].join('\n\n');
      const content = await hooks.applyFilters('user_erasure_fulfillment_email_content', defaultContent, request);
      await mail({
        to: request.email,
        required: true,
        subject,
        text: fillPlaceholders(content, { SITENAME: sitename, SITEURL: siteUrl }),
      });
    },
  };
}

/** Replaces the placeholders that plugins know from WordPress. */
function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((all, [name, value]) => all.replaceAll(`###${name}###`, () => value), text);
}
