import {
  type AdminPage,
  isWpError,
  type PageRequest,
  type Reply,
  type UserInput,
  type UserWithRoles,
  WpError,
} from '../../api/index.js';
import { captureAction } from '../../document/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import type { SitePageRequest } from '../../http/index.js';
import { LANGUAGE_NAMES } from '../../i18n/index.js';
import { createRedirect, messageScreen, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import {
  findFieldBoxes,
  renderBoxes,
  fieldsIn,
  listFieldErrors,
  readSubmittedFields,
  readStoredFields,
  writeFields,
} from '../fields/index.js';
import { nonceAction } from '../admin-urls.js';
import type { AccountOutcome } from './account-outcome.js';
import { changeApplicationPasswords } from './application-passwords.js';
import { leavesNoAdministrator } from '../../auth/account-guards.js';
import { grantableRoles } from './new-user.js';
import { secondFactorSection } from './two-factor.js';
import { endSessions, sessionsSection } from './sessions.js';

/** The screen of the user's own account (`profile.php`). */
export function profileScreen(deps: AdminDeps): AdminPage {
  return {
    slug: 'profile.php',
    title: () => deps.text.__('Profile'),
    capability: 'read',
    parent: 'users.php',
    position: 90,
    handler: (request) => showAccount(deps, request, request.userId, 'profile.php'),
  };
}

/** The screen of another user's account (`user-edit.php`). */
export function editUserScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: 'user-edit.php',
    title: () => __('Edit user'),
    capability: 'edit_users',
    hidden: true,
    parent: 'users.php',
    async handler(request) {
      const id = Number(request.url.searchParams.get('user_id')) || 0;
      if (!(await deps.roles.currentUserCan('edit_user', id)))
        return messageScreen(403, __('Sorry, you are not allowed to edit this user.'));
      return showAccount(deps, request, id, 'user-edit.php');
    },
  };
}

async function showAccount(
  deps: AdminDeps,
  request: PageRequest,
  id: number,
  slug: string,
): Promise<Reply | ScreenReply> {
  const { users, views, nonces, passwords } = deps;
  const { __ } = deps.text;
  const user = await users.getUserdata(id);
  if (!user) return messageScreen(404, __('This account doesn’t exist.'));
  const isOwnAccount = id === request.userId;
  const screenUrl = isOwnAccount && slug === 'profile.php' ? slug : `${slug}?user_id=${id}`;
  let problem = '';
  let fieldErrors: Readonly<Record<string, string>> | undefined;
  let created: { name: string; password: string } | undefined;
  if (request.method === 'POST') {
    const outcome = await handleAction(deps, request, user, isOwnAccount);
    if (outcome.created === undefined && outcome.problem === '' && outcome.fields === undefined)
      return createRedirect(request, screenUrl, { kind: 'success', text: outcome.successMessage });
    ({ problem, created, fields: fieldErrors } = outcome);
  }
  const roles = isOwnAccount ? [] : await assignableRoles(deps, id);
  const submittedOr = (name: string, stored: string): string =>
    (problem !== '' || fieldErrors !== undefined) && typeof request.form[name] === 'string'
      ? request.field(name)
      : stored;
  const detail = async (name: string): Promise<string> => submittedOr(name, await users.getTheAuthorMeta(name, id));
  const userLocale = await users.getTheAuthorMeta('locale', id);
  const nonceField = nonces.wpNonceField(nonceAction(slug));
  const data = {
    own: isOwnAccount,
    problem,
    created,
    nonceField,
    user: {
      id,
      login: user.user_login,
      email: submittedOr('email', user.user_email),
      url: submittedOr('url', user.user_url),
      displayName: submittedOr('display_name', user.display_name),
    },
    firstName: await detail('first_name'),
    lastName: await detail('last_name'),
    description: await detail('description'),
    languages: [
      { code: '', name: __('Site default') },
      ...deps.locales.map((code) => ({ code, name: LANGUAGE_NAMES[code] ?? code })),
    ].map((language) => ({ ...language, selected: language.code === userLocale })),
    roles: roles.map((role) => ({ ...role, selected: user.roles.includes(role.name) })),
    passwords: (await passwords.getUserApplicationPasswords(id)).map((applicationPassword) => ({
      ...applicationPassword,
      created: toViewTime(applicationPassword.created),
      lastUsed: applicationPassword.lastUsed === null ? null : toViewTime(applicationPassword.lastUsed),
    })),
    secondFactor: await secondFactorSection(deps, id, isOwnAccount, nonceField),
    sessions: await sessionsSection(deps, id, isOwnAccount, nonceField),
  };
  const boxes = findFieldBoxes(deps, { type: 'user', subtype: '' });
  const title = isOwnAccount ? __('Profile') : __('Edit user');
  const content = async (): Promise<string> => {
    const parts = await renderPluginParts(deps, user, isOwnAccount, submittedOr);
    const isRejectedInput = request.field('action') === 'update' && (problem !== '' || fieldErrors !== undefined);
    const fields = await renderBoxes(deps, boxes, {
      stored: await readStoredFields(deps, boxes, { type: 'user', subtype: '', id }),
      ...(isRejectedInput ? { form: request.form } : {}),
      ...(fieldErrors ? { problems: fieldErrors } : {}),
    });
    return views.renderCore('admin/profile', {
      ...data,
      ...parts,
      fields,
      problems: listFieldErrors(fieldsIn(boxes), fieldErrors ?? {}),
    });
  };
  const failed = problem ? { status: 400 } : {};
  return { kind: 'page', title, content, ...(fieldErrors ? { status: 422 } : failed) };
}

/** Returns what plugins add to the account form, called in form order. */
async function renderPluginParts(
  { hooks, users }: AdminDeps,
  user: UserWithRoles,
  own: boolean,
  submittedOr: (name: string, stored: string) => string,
): Promise<object> {
  const formAttributes = await captureAction(hooks, 'user_edit_form_tag');
  const options =
    (await captureAction(hooks, 'personal_options', user)) +
    (own ? await captureAction(hooks, 'profile_personal_options', user) : '');
  const methods = Object.entries(await users.wpGetUserContactMethods(user));
  const contacts: object[] = [];
  for (const [name, label] of methods)
    contacts.push({ name, label, value: submittedOr(name, await users.getTheAuthorMeta(name, user.id)) });
  const showPassword = await hooks.applyFilters('show_password_fields', true, user);
  const below = await captureAction(hooks, own ? 'show_user_profile' : 'edit_user_profile', user);
  return { formAttributes, options, contacts, showPassword, below };
}

/** Performs the action of the pressed button. */
async function handleAction(
  deps: AdminDeps,
  request: PageRequest,
  user: UserWithRoles,
  own: boolean,
): Promise<AccountOutcome> {
  const { __ } = deps.text;
  switch (request.field('action')) {
    case 'update':
      return update(deps, request, user, own);
    case 'reset-second-factor':
      // Disabling one's own two-factor authentication requires the password, on its own screen.
      return !own && (await deps.twoFactor.reset(user.id))
        ? {
            successMessage: __('Two-factor authentication turned off. The account owner will be notified by email.'),
            problem: '',
          }
        : { successMessage: '', problem: __('Two-factor authentication was already off.') };
    default:
      return (await endSessions(deps, request, user.id)) ?? changeApplicationPasswords(deps, request, user.id);
  }
}

/** Returns the error about the submitted email address, password or role; empty if there is none. */
async function validateAccount(
  deps: AdminDeps,
  request: PageRequest,
  user: UserWithRoles,
  own: boolean,
): Promise<string> {
  const { __ } = deps.text;
  const email = request.field('email').trim();
  if (!deps.formatting.isEmail(email)) return __('Enter a complete email address, such as anna@example.com.');
  const password = request.field('pass1');
  const passwordError =
    password === '' ? undefined : await deps.passwordProblem(password, { login: user.user_login, email });
  if (passwordError) return passwordError.getErrorMessage();
  if (password !== '' && own && !(await deps.users.wpCheckPassword(request.field('current_pass'), user)))
    return __('Your current password is incorrect. Nothing was changed.');
  const role = request.field('role');
  return own || role === '' ? '' : roleProblem(deps, user, role);
}

async function roleProblem(deps: AdminDeps, user: UserWithRoles, role: string): Promise<string> {
  const { __ } = deps.text;
  const isAssignable =
    user.roles.includes(role) ||
    (await assignableRoles(deps, user.id)).some((assignableRole) => assignableRole.name === role);
  if (!isAssignable) return __('Choose a role from the list.');
  return (await leavesNoAdministrator(deps, user.id, [role]))
    ? __('This is the only administrator. Give another account the administrator role first.')
    : '';
}

/** Returns the roles the current user may assign to this account. */
async function assignableRoles(deps: AdminDeps, id: number): Promise<{ name: string; label: string }[]> {
  return (await deps.roles.currentUserCan('promote_user', id)) ? grantableRoles(deps) : [];
}

/** Returns the submitted account data. */
async function readAccountInput(
  { locales, users }: AdminDeps,
  request: PageRequest,
  user: UserWithRoles,
  own: boolean,
): Promise<UserInput & { id: number }> {
  const part = (name: string, length: number): string => request.field(name).trim().slice(0, length);
  const methods = Object.keys(await users.wpGetUserContactMethods(user));
  const [locale, role, password] = [request.field('locale'), request.field('role'), request.field('pass1')];
  return {
    id: user.id,
    contacts: Object.fromEntries(methods.map((method) => [method, part(method, 250)])),
    user_email: request.field('email').trim(),
    user_url: part('url', 100),
    display_name: part('display_name', 250) || user.user_login,
    first_name: part('first_name', 100),
    last_name: part('last_name', 100),
    description: request.field('description').slice(0, 5000),
    locale: locales.includes(locale) ? locale : '',
    ...(password === '' ? {} : { user_pass: password }),
    ...(own || role === '' ? {} : { role }),
  };
}

/** Saves the submitted account data. */
async function update(
  deps: AdminDeps,
  request: PageRequest,
  user: UserWithRoles,
  own: boolean,
): Promise<AccountOutcome> {
  const { users } = deps;
  const { __ } = deps.text;
  const failed = (problem: string): AccountOutcome => ({ successMessage: '', problem });
  const problem = await validateAccount(deps, request, user, own);
  if (problem !== '') return failed(problem);
  const password = request.field('pass1');
  const subject = { type: 'user', subtype: '', id: user.id } as const;
  const boxes = findFieldBoxes(deps, subject);
  const sent = await readSubmittedFields(deps, boxes, subject, request);
  if (Object.keys(sent.problems).length > 0) return { ...failed(''), fields: sent.problems };
  await deps.hooks.doAction(own ? 'personal_options_update' : 'edit_user_profile_update', user.id);
  const input = await readAccountInput(deps, request, user, own);
  const errors = new WpError();
  await deps.hooks.doAction('user_profile_update_errors', errors, true, input);
  if (errors.hasErrors()) return failed(plainMessage(errors, __));
  const write = async (): Promise<number | WpError> => {
    const updated = await users.wpUpdateUser(input);
    if (!isWpError(updated)) await writeFields(deps, boxes, subject, sent.values);
    return updated;
  };
  const saved = await (boxes.length === 0 ? write() : deps.transaction(write));
  if (own && password !== '' && !isWpError(saved)) await (request as SitePageRequest).logInAgain();
  return isWpError(saved)
    ? failed(plainMessage(saved, __))
    : {
        successMessage:
          password === '' ? __('Saved.') : __('Saved. The new password ended all other sessions of this account.'),
        problem: '',
      };
}

/** Converts a Unix time in seconds to the time format of views. */
function toViewTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
