import { type Command, isWpError, PlinthError, type UserWithRoles, type WpError } from '../api/index.js';
import { plainMessage } from '../formatting/text/plain-message.js';
import { leavesNoAdministrator } from '../auth/account-guards.js';
import { chunkPassword } from '../auth/application-passwords.js';
import type { Site } from '../app/site.js';

const PORCELAIN = { flags: '--porcelain', description: 'Print only the ID or the password' };

/** `user …` */
export function userCommands({ users, roles, passwords, passwordRules, twoFactor, formatting }: Site): Command[] {
  async function find(identifier: string): Promise<UserWithRoles> {
    const user =
      (await users.getUserBy('login', identifier)) ||
      (await users.getUserBy('email', identifier)) ||
      (/^\d+$/.test(identifier) && (await users.getUserdata(Number(identifier))));
    if (!user)
      throw new PlinthError('user_not_found', `The user "${identifier}" was not found.`, {
        hint: '`user list` shows the users.',
      });
    return user;
  }
  const unwrap = <T>(result: T | WpError): T => {
    if (isWpError(result)) throw new PlinthError(result.getErrorCode(), plainMessage(result));
    return result;
  };
  const requireRole = async (role: string): Promise<string> => {
    if (!(await roles.getRole(role))) throw new PlinthError('role_not_found', `The role "${role}" does not exist.`);
    return role;
  };

  return [
    {
      name: 'user list',
      description: 'List the users',
      async run(_args, _options, output) {
        const { users: rows } = await users.getUsers({});
        output.rows(
          rows.map(({ id, user_login, display_name, user_email, roles: roleNames }) => ({
            ID: id,
            user_login,
            display_name,
            user_email,
            roles: roleNames.join(','),
          })),
        );
      },
    },
    {
      name: 'user create <login> <email>',
      description: 'Create a user',
      options: [
        { flags: '--role <role>', description: 'Role', default: 'subscriber' },
        { flags: '--user_pass <password>', description: 'Password' },
        { flags: '--display_name <name>', description: 'Display name' },
        PORCELAIN,
      ],
      async run([login, email = ''], options, output) {
        const role = await requireRole(String(options.role));
        if (formatting.isEmail(email) === false)
          throw new PlinthError('invalid_email', `"${email}" is not an email address.`);
        const passwordError = options.user_pass
          ? await passwordRules.passwordProblem(String(options.user_pass), { login, email })
          : undefined;
        if (passwordError) throw new PlinthError(passwordError.getErrorCode(), passwordError.getErrorMessage());
        const input = {
          user_login: login,
          user_email: email,
          role,
          ...(options.user_pass ? { user_pass: String(options.user_pass) } : {}),
        };
        const id = unwrap(
          await users.wpInsertUser({
            ...input,
            ...(options.display_name ? { display_name: String(options.display_name) } : {}),
          }),
        );
        output.line(options.porcelain ? String(id) : `User ${id} created.`);
      },
    },
    {
      name: 'user set-role <user> <role>',
      description: 'Set the role of a user',
      async run([identifier = '', role = ''], _options, output) {
        const user = await find(identifier);
        const validRole = await requireRole(role);
        if (await leavesNoAdministrator({ users, roles }, user.id, [validRole]))
          throw new PlinthError('last_administrator', `${user.user_login} is the only administrator.`, {
            hint: 'Make another user an administrator first.',
          });
        await roles.setUserRole(user.id, validRole);
        output.line(`${user.user_login} is ${role} now.`);
      },
    },
    {
      name: 'user two-factor reset <user>',
      description: 'Turn off two-factor authentication for a user who lost their phone, passkeys and recovery codes',
      async run([identifier = ''], _options, output) {
        const user = await find(identifier);
        output.line(
          (await twoFactor.reset(user.id))
            ? `Two-factor authentication is turned off for ${user.user_login}, who is notified by email.`
            : `${user.user_login} does not use two-factor authentication.`,
        );
      },
    },
    {
      name: 'user application-password create <user> <name>',
      description: 'Create an application password for an API client',
      options: [PORCELAIN],
      async run([identifier = '', name = ''], options, output) {
        const user = await find(identifier);
        const { password } = unwrap(await passwords.createApplicationPassword(user.id, { name }));
        output.line(options.porcelain ? password : `Application password for "${name}": ${chunkPassword(password)}`);
      },
    },
  ];
}
