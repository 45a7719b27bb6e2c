import { createHash } from 'node:crypto';
import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import { type FormHooks, formContext } from '../forms/form-hooks.js';
import { isFailedClosed } from '../contract/failed-closed.js';
import type { FormError } from '../contract/index.js';
import type { ContactMessage } from '../emails/email-writer.js';
import type { Emails } from '../emails/emails.js';
import type { Attempts } from '../forms/attempts.js';

interface ContactDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'applyFilters'
    | 'db'
    | 'render'
    | 'wpNonceField'
    | 'useAsset'
    | 'addNotice'
    | 'isEmail'
    | 'sanitizeTextField'
    | 'consumeRateLimit'
  >;
  readonly hooks: FormHooks;
  readonly emails: Emails;
  readonly attempts: Attempts;
}

const NONCE = 'store_contact';
const MAX_MESSAGES = 5;
const QUARTER_HOUR_SECONDS = 900;
/** Maximum number of messages per email address and hour, from any network. */
const MAX_PER_EMAIL = 10;
const HOUR_SECONDS = 3600;
const MAX_MESSAGE_LENGTH = 5000;
/** Name of the honeypot field, which is invisible to people and filled in by bots. */
const HONEYPOT_FIELD = 'contact_website';

/** The `/contact/` page: sends a message to the shop. */
export function contactPage({ scope, hooks, emails, attempts }: ContactDeps): FrontRoute {
  const { __ } = scope;

  async function show(
    request: PageRequest,
    message: ContactMessage,
    errors: readonly FormError[],
    status = 200,
  ): Promise<Reply> {
    scope.useAsset('store-checkout');
    const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
    const data = {
      ...message,
      nameError: errorOf('contact_name'),
      emailError: errorOf('contact_email'),
      messageError: errorOf('contact_message'),
      honeypot: HONEYPOT_FIELD,
      errorSummary: await scope.render('checkout/errors', { errors }),
      owner: await scope.applyFilters<readonly string[]>('plinth/owner_details', []),
      extraFields: await hooks.fields(formContext('contact', request, request.method === 'POST')),
      nonceField: scope.wpNonceField(NONCE),
    };
    return { kind: 'page', status, title: __('Contact'), view: 'contact/contact', data, bodyClass: ['store-contact'] };
  }

  async function check(request: PageRequest, message: ContactMessage): Promise<readonly FormError[]> {
    const ownErrors: FormError[] = [];
    if (!request.verifyNonce(NONCE))
      ownErrors.push({
        field: '',
        message: __('This page has expired. Submit the form again; your entries are kept.'),
      });
    if (message.name === '') ownErrors.push({ field: 'contact_name', message: __('Fill in: %s.', __('Your name')) });
    if (scope.isEmail(message.email) === false)
      ownErrors.push({
        field: 'contact_email',
        message: __('Enter a full email address, such as name@example.com.'),
      });
    if (message.message === '') ownErrors.push({ field: 'contact_message', message: __('Enter a message.') });
    return hooks.errors(ownErrors, formContext('contact', request, true));
  }

  async function send(request: PageRequest, message: ContactMessage): Promise<boolean> {
    try {
      await scope.db.transaction(async () => {
        await hooks.accepted(formContext('contact', request, true), {
          orderId: 0,
          userId: request.userId,
          email: message.email,
        });
        await emails.contact(message);
      });
      return true;
    } catch (error) {
      if (!isFailedClosed(error)) throw error;
      return false;
    }
  }

  function successReply(request: PageRequest): Reply {
    scope.addNotice(request, 'success', __('Thank you. We have received your message.'));
    return { kind: 'redirect', status: 303, location: '/contact/' };
  }

  return {
    path: '/contact/',
    async handler(request) {
      if (request.method !== 'POST') return show(request, { name: '', email: '', message: '' }, []);
      const message = {
        name: scope.sanitizeTextField(request.field('contact_name')).slice(0, 100),
        email: request.field('contact_email').trim().slice(0, 100),
        message: request.field('contact_message').trim().slice(0, MAX_MESSAGE_LENGTH),
      };
      if (request.field(HONEYPOT_FIELD) !== '') return successReply(request);
      const errors = await check(request, message);
      if (errors.length > 0) return show(request, message, errors, 422);
      const senderHash = createHash('sha256').update(message.email.toLowerCase()).digest('hex');
      if (
        !(await attempts.allow('contact', request.ip, MAX_MESSAGES, QUARTER_HOUR_SECONDS)) ||
        !(await scope.consumeRateLimit(`store:contact:${senderHash}`, MAX_PER_EMAIL, HOUR_SECONDS)).allowed
      ) {
        return show(
          request,
          message,
          [
            {
              field: '',
              message: __('You have sent too many messages in a short time. Please try again in 15 minutes.'),
            },
          ],
          429,
        );
      }
      if (!(await send(request, message)))
        return show(
          request,
          message,
          [
            {
              field: '',
              message: __('The form could not be fully checked, so nothing was sent. Try again in a moment.'),
            },
          ],
          503,
        );
      return successReply(request);
    },
  };
}
