import { type Command, PlinthError } from '../api/index.js';
import { plainMessage } from '../formatting/text/plain-message.js';
import { installSite } from '../app/first-start.js';
import type { Site } from '../app/site.js';

/** `core …`: commands for the site as a whole. */
export function coreCommands(site: Site): Command[] {
  const { options, plugins } = site;
  const { pluginErrors } = plugins;
  return [
    {
      name: 'core is-installed',
      description: 'Exit with 0 if this site was started or installed before, otherwise with 1',
      async run() {
        if (!(await options.getOption('plinth_installed', false)))
          throw new PlinthError('not_installed', 'This site is not installed yet.', {
            hint: 'Start the site, or run `core install`.',
          });
      },
    },
    {
      name: 'core install',
      description: 'Install the site without starting it: the administrator, the initial plugins, the demo shop',
      options: [
        { flags: '--title <title>', description: 'The site’s name' },
        { flags: '--admin_user <login>', description: 'Login of the administrator; ADMIN_USER by default' },
        {
          flags: '--admin_password <password>',
          description: 'Password of the administrator; ADMIN_PASSWORD or a generated one by default',
        },
        { flags: '--admin_email <email>', description: 'Administration email address' },
        { flags: '--no-demo', description: 'Skip the demo shop' },
      ],
      async run(_args, flags, output) {
        const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined);
        const adminPassword = text('admin_password');
        const passwordError =
          adminPassword === undefined
            ? undefined
            : await site.passwordRules.passwordProblem(adminPassword, {
                login: text('admin_user') ?? site.config.adminUser,
                email: text('admin_email') ?? '',
              });
        if (passwordError) throw new PlinthError(passwordError.getErrorCode(), passwordError.getErrorMessage());
        const installation = await installSite(site, {
          adminUser: text('admin_user'),
          adminPassword: text('admin_password'),
          adminEmail: text('admin_email'),
          title: text('title'),
          demo: flags.demo === false ? false : undefined,
        });
        if (!installation) return output.line('The site is already installed.');
        for (const problem of installation.problems) output.warn(`Warning: ${problem}`);
        output.line(`Installed. Administrator: ${installation.adminUser}`);
        if (installation.oneTimePassword) output.line(`One-time password: ${installation.oneTimePassword}`);
      },
    },
    {
      name: 'recover',
      description:
        'Recover a site that plugins broke: finish or undo installations, and deactivate plugins that do not start',
      async run(_args, _options, output) {
        await plugins.recoverInstallations();
        const failedIds = new Set(
          (await pluginErrors.list())
            .filter(({ entry }) => entry === 'import' || entry === 'boot')
            .map(({ plugin }) => plugin),
        );
        const inactivePlugins = (await plugins.records()).filter(
          ({ id, status }) =>
            status === 'paused' || status === 'failed' || (status !== 'inactive' && failedIds.has(id)),
        );
        for (const { id } of inactivePlugins) {
          await plugins.deactivatePlugins(id);
          await plugins.resume(id);
          await pluginErrors.clear(id);
          output.line(`Deactivated "${id}".`);
        }
        const invalid = Object.entries(await plugins.validateActivePlugins());
        for (const [id, error] of invalid) output.line(`Deactivated "${id}": ${plainMessage(error)}`);
        output.line(
          inactivePlugins.length + invalid.length === 0
            ? 'No problems found.'
            : 'The other plugins will run again on the next request.',
        );
      },
    },
  ];
}
