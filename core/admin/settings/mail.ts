import { type AdminPage, type PageRequest, PlinthError, type Reply } from '../../api/index.js';
import { type MailServerSettings, SECURITIES } from '../../mail/index.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

export const MAIL_SETTINGS_SLUG = 'options-mail.php';
const MAX_LENGTH = 190;

interface SubmittedSettings {
  readonly host: string;
  readonly port: string;
  readonly security: string;
  readonly user: string;
  readonly from: string;
}

interface FieldError {
  readonly name: string;
  readonly label: string;
  readonly message: string;
}

/** The settings of the mail server, with a test email (`options-mail.php`). */
export function mailSettingsScreen(deps: AdminDeps): AdminPage {
  const { mailServer } = deps;
  const { __ } = deps.text;

  return {
    slug: MAIL_SETTINGS_SLUG,
    title: () => __('Mail settings'),
    menuTitle: () => __('Mail'),
    capability: 'manage_options',
    parent: 'options-general.php',
    position: 50,
    async handler(request) {
      if (request.method !== 'POST') return show(deps, toSubmitted(await mailServer.read()), request.userId);
      return request.field('do') === 'test' ? sendTest(deps, request) : save(deps, request);
    },
  };
}

async function show(
  deps: AdminDeps,
  values: SubmittedSettings,
  userId: number,
  problems: readonly FieldError[] = [],
): Promise<Reply> {
  const { mailServer, views, nonces } = deps;
  const { __ } = deps.text;
  const route = await mailServer.route();
  const labels = {
    tls: __('SSL/TLS (usually port 465)'),
    starttls: __('STARTTLS (usually port 587)'),
    none: __('None (only on your own network)'),
  };
  const data = {
    ...values,
    problems,
    problemOf: Object.fromEntries(problems.map(({ name, message }) => [name, message])),
    route: route.kind,
    hasPassword: (await mailServer.read()).password !== '',
    fixedFrom: deps.mailFromEnvironment,
    securities: SECURITIES.map((value) => ({ value, label: labels[value], selected: value === values.security })),
    testTo: await emailOf(deps.users, userId),
    nonceField: nonces.wpNonceField(nonceAction(MAIL_SETTINGS_SLUG)),
  };
  const reply: ScreenReply = {
    kind: 'page',
    title: __('Mail settings'),
    content: async () => views.renderCore('admin/mail-settings', data),
    ...(problems.length > 0 ? { status: 400 } : {}),
  };
  return reply;
}

async function emailOf(users: AdminDeps['users'], userId: number): Promise<string> {
  const user = await users.getUserBy('id', userId);
  return user ? user.user_email : '';
}

function toSubmitted({ host, port, security, user, from }: MailServerSettings): SubmittedSettings {
  return { host, port: String(port), security, user, from };
}

async function save(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { mailServer, formatting } = deps;
  const { __ } = deps.text;
  const part = (name: string): string => request.field(name).trim().slice(0, MAX_LENGTH);
  const values: SubmittedSettings = {
    host: part('host').toLowerCase(),
    port: part('port'),
    security: part('security'),
    user: part('user'),
    from: part('from'),
  };
  const storedSettings = await mailServer.read();
  const security = SECURITIES.find((candidate) => candidate === values.security);
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : 0;
  const problems: FieldError[] = [];
  if (values.host !== '' && !/^[a-z0-9](?:[a-z0-9.:-]*[a-z0-9])?$/.test(values.host))
    problems.push({
      name: 'host',
      label: __('Mail server'),
      message: __('Enter only the server name, such as mail.example.com.'),
    });
  if (port < 1 || port > 65_535)
    problems.push({ name: 'port', label: __('Port'), message: __('Enter a whole number from %d to %d.', 1, 65_535) });
  if (!security)
    problems.push({ name: 'security', label: __('Encryption'), message: __('Choose an option from the list.') });
  if (values.from !== '' && !formatting.isEmail(values.from))
    problems.push({
      name: 'from',
      label: __('Sender address'),
      message: __('Enter a complete email address, such as anna@example.com.'),
    });
  if (problems.length > 0 || !security) return show(deps, values, request.userId, problems);
  const password = request.field('password').slice(0, MAX_LENGTH);
  // A stored password is never sent to a server other than the one it was entered for.
  const storedPassword =
    values.host === storedSettings.host && values.user === storedSettings.user ? storedSettings.password : '';
  await mailServer.write({
    ...values,
    port,
    security,
    password: values.user === '' ? '' : password || storedPassword,
  });
  if (values.user !== '' && password === '' && storedPassword === '')
    return createRedirect(request, MAIL_SETTINGS_SLUG, {
      kind: 'warning',
      text: __('Settings saved, but without a password.'),
    });
  return createRedirect(request, MAIL_SETTINGS_SLUG, {
    kind: 'success',
    text:
      values.host === ''
        ? __('Settings saved. Emails are only saved in the mail folder.')
        : __('Settings saved. Send a test email to check them.'),
  });
}

async function sendTest(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { mailServer, formatting, mail } = deps;
  const { __ } = deps.text;
  const to = request.field('test_to').trim();
  if (!formatting.isEmail(to))
    return createRedirect(request, MAIL_SETTINGS_SLUG, {
      kind: 'error',
      text: __('Enter a complete email address, such as anna@example.com.'),
    });
  const name = await deps.siteName();
  try {
    await mail.wpMail({
      to,
      required: true,
      subject: __('Test email from %s', name),
      text: `${__('If you can read this, email from your site works.')}\n\n${deps.siteUrl}\n`,
    });
  } catch (error) {
    if (!(error instanceof PlinthError) || !['mail_refused', 'mail_not_sent'].includes(error.code)) throw error;
    return createRedirect(request, MAIL_SETTINGS_SLUG, {
      kind: 'error',
      text: __('Could not send the test email: %s', error.message),
    });
  }
  const isWrittenToFile = (await mailServer.route()).kind === 'none';
  return createRedirect(
    request,
    MAIL_SETTINGS_SLUG,
    isWrittenToFile
      ? {
          kind: 'warning',
          text: __('The test email was only saved in the mail folder: no mail server is set up, so it was not sent.'),
        }
      : {
          kind: 'success',
          text: __('Test email sent to %s. Check your inbox and spam folder.', to),
        },
  );
}
