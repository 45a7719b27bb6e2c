import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isWpError, type Reply } from '../../api/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginDeps } from './login-deps.js';
import { showScreen } from './screen.js';

const NO_FILE = 'This link no longer works. Request a new export.';

/**
 * `action=confirmaction`: the link in a request confirmation email. It asks for confirmation first, because email
 * scanners open links too.
 */
export async function confirmRequestScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const { privacy, hooks, translate } = deps;
  const id = Number(request.field('request_id')) || 0;
  const key = request.field('confirm_key').slice(0, 100);
  const show = (view: {
    messages?: string[];
    errors?: string[];
    status?: number;
    data?: Record<string, unknown>;
  }): Promise<Reply> =>
    showScreen(deps, 'confirm-request', { action: 'confirmaction', title: 'Confirm request', ...view });
  if (!privacy) return show({ status: 404, errors: [NO_FILE] });
  if ((await deps.keyLimiter.attempt(`request-${id}`, request.ip)) > 0)
    return show({
      status: 429,
      errors: ['Too many invalid links were opened. Try again in 15 minutes.'],
    });
  const valid = await privacy.api.wpValidateUserRequestKey(id, key);
  if (isWpError(valid)) return show({ status: 400, errors: [translate(valid.getErrorMessage())] });
  await deps.keyLimiter.recordSuccess(`request-${id}`, request.ip);
  const userRequest = await privacy.requests.wpGetUserRequest(id);
  const description = userRequest ? await privacy.api.wpUserRequestActionDescription(userRequest.actionName) : '';
  if (request.method !== 'POST') return show({ data: { id, key, description, needsConfirmation: true } });
  await privacy.requests.confirm(id);
  await hooks.doAction('user_request_action_confirmed', id);
  const message = await hooks.applyFilters(
    'user_request_action_confirmed_message',
    translate('Thank you. Your request is confirmed. The site owner will process it and email you.'),
    id,
  );
  return show({ data: { message: message } });
}

/** `action=personaldata`: the link that downloads a personal data export. */
export async function personalDataFile(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const id = Number(request.field('request_id')) || 0;
  const file =
    (await deps.keyLimiter.attempt(`request-${id}`, request.ip)) > 0
      ? undefined
      : await deps.privacy?.fulfillment.file(id, request.field('confirm_key').slice(0, 100));
  const size = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || size === undefined)
    return showScreen(deps, 'confirm-request', {
      action: 'personaldata',
      title: 'Personal data',
      status: 404,
      errors: [NO_FILE],
    });
  await deps.keyLimiter.recordSuccess(`request-${id}`, request.ip);
  return {
    kind: 'body',
    type: 'application/zip',
    body: createReadStream(file),
    headers: {
      'Content-Disposition': 'attachment; filename="personal-data.zip"',
      'Content-Length': String(size.size),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  };
}
