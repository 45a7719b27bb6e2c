import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { HealthCheck } from '../api/index.js';
import { PLACEHOLDER_EMAIL } from '../auth/first-password.js';
import { quickCheck } from '../db/index.js';
import { verificationText } from '../audit/index.js';
import { describeConflicts, type PluginRecord } from '../plugins/index.js';
import { usesSiteFolder } from './data-folder.js';
import type { Site } from './site.js';

const LOW_DISK_BYTES = 500 * 1024 * 1024;
const LATE_SECONDS = 3600;
const LATE_BACKUP_HOURS = 50;
/** Milliseconds to wait for the check of the database's pages, which continues in the background. */
const QUICK_CHECK_WAIT_MS = 1000;

/** Runs the site health checks; each reports a finding and a recommendation. */
export async function healthChecks(site: Site): Promise<HealthCheck[]> {
  const checks = await Promise.all([
    checkDatabase(site),
    checkPlugins(site),
    checkNameConflicts(site),
    checkTheme(site),
    checkSchedule(site),
    checkMail(site),
    checkAdminEmail(site),
    checkAuditLog(site),
    checkTwoFactor(site),
    checkDisk(site),
    checkDataFolder(site),
    checkUrl(site),
    checkBackups(site),
    checkRuntime(site),
  ]);
  return [...checks, ...(await checkGuards(site))];
}

async function checkDatabase({ db, i18n, config }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const started = performance.now();
  await db().raw('select 1');
  const elapsedMs = Math.max(1, Math.round(performance.now() - started));
  const { damage } = await Promise.race([
    quickCheck(db),
    setTimeout(QUICK_CHECK_WAIT_MS, { damage: '' }, { ref: false }),
  ]);
  if (damage !== '')
    return {
      id: 'database',
      label: __('Database'),
      state: 'critical',
      description: __('The database file is damaged: %s', damage.slice(0, 300)),
      recommendation: __('Stop the site and restore the latest good backup.'),
    };
  const name = db.engine === 'mysql' ? 'MariaDB/MySQL' : 'SQLite';
  return {
    id: 'database',
    label: __('Database'),
    state: elapsedMs > 200 ? 'recommended' : 'good',
    description: __('%1$s responds in %2$d ms.', name, elapsedMs),
    recommendation: suggestFix(),
  };

  function suggestFix(): string {
    if (elapsedMs > 200) return __('Check the load on the database server.');
    return config.databaseUrl ? '' : __('To use more than one server, switch to MariaDB with DATABASE_URL.');
  }
}

async function checkPlugins({ plugins: host, i18n }: Site): Promise<HealthCheck> {
  const { __, _n } = i18n.domain('default');
  const failedPlugins = (await host.records()).filter((record) => !['active', 'inactive'].includes(record.status));
  return failedPlugins.length === 0
    ? {
        id: 'plugins',
        label: __('Plugins'),
        state: 'good',
        description: __('All active plugins are running.'),
        recommendation: '',
      }
    : {
        id: 'plugins',
        label: __('Plugins'),
        state: 'critical',
        description: `${_n('%d plugin is not running:', '%d plugins are not running:', failedPlugins.length)} ${failedPlugins.map(describeFailure).join(' ')}`,
        recommendation: __('Open Plugins, read the error, then update or deactivate the plugin.'),
      };
}

/** Describes why a plugin is not running. */
function describeFailure({ id, manifest, error }: PluginRecord): string {
  const name = manifest?.name ?? id;
  return error ? `${name}: ${error.message}` : `${name}.`;
}

/** Reports plugins that protected the site and are now inactive; empty if there never was one. */
async function checkGuards({ plugins: host, i18n }: Site): Promise<HealthCheck[]> {
  const { __ } = i18n.domain('default');
  return (await host.inactiveGuards()).map(({ id, manifest }) => ({
    id: `inactive-${id}`,
    label: __('Protection'),
    state: 'critical',
    description: __('“%s” is inactive. It protected this site, and its protection is now off.', manifest?.name ?? id),
    recommendation: __('Activate the plugin under Plugins.'),
    fixUrl: 'plugins.php',
  }));
}

async function checkNameConflicts({ plugins: host, i18n }: Site): Promise<HealthCheck> {
  const text = i18n.domain('default');
  const { __ } = text;
  const about = { id: 'names', label: __('Plugin name conflicts'), fixUrl: 'plugins.php' };
  const conflicts = host.nameRegistry.conflicts();
  if (conflicts.length === 0)
    return { ...about, state: 'good', description: __('No name conflicts between plugins.'), recommendation: '' };
  const records = await host.records();
  const descriptions = describeConflicts(
    conflicts,
    (id) => records.find((record) => record.id === id)?.manifest?.name ?? id,
    text,
  );
  return {
    ...about,
    state: 'recommended',
    description: descriptions.join(' '),
    recommendation: __('Ask the author of one plugin to rename it, or deactivate the plugin you need less.'),
  };
}

async function checkTheme({ views, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const { themeErrors } = views;
  return themeErrors.length === 0
    ? {
        id: 'theme',
        label: __('Theme'),
        state: 'good',
        description: __('The “%s” theme is active.', views.themes[0]?.name ?? ''),
        recommendation: '',
      }
    : {
        id: 'theme',
        label: __('Theme'),
        state: 'critical',
        description: __('The default theme is used instead: %s', themeErrors.join(' ')),
        recommendation: __('Fix the theme, or choose another: npx plinth option update stylesheet default'),
      };
}

async function checkSchedule({ cron, i18n }: Site): Promise<HealthCheck> {
  const { __, _n } = i18n.domain('default');
  const lateEvents = (await cron.getCronEvents()).filter((event) => event.timestamp < Date.now() / 1000 - LATE_SECONDS);
  return lateEvents.length === 0
    ? {
        id: 'schedule',
        label: __('Scheduled events'),
        state: 'good',
        description: __('No overdue events.'),
        recommendation: '',
      }
    : {
        id: 'schedule',
        label: __('Scheduled events'),
        state: 'critical',
        description: _n(
          '%d event is more than an hour overdue.',
          '%d events are more than an hour overdue.',
          lateEvents.length,
        ),
        recommendation: __('Check Scheduled events, and the log for scheduler errors.'),
      };
}

async function checkMail({ mail: mailer, mailServer, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const about = {
    id: 'mail',
    label: __('Mail'),
    fixUrl: 'options-mail.php',
    setupStep: __('Set up email sending'),
  };
  if ((await mailServer.route()).kind === 'none')
    return {
      ...about,
      state: 'recommended',
      description: __('Emails are not sent: they are only saved in the mail folder.'),
      recommendation: __('Enter your mail server, username, and password, then send yourself a test email.'),
    };
  const recentEmails = await mailer.log(20);
  const count = (state: 'failed' | 'refused'): number => recentEmails.filter((entry) => entry.state === state).length;
  const failedCount = count('failed');
  const rejectedCount = count('refused');
  if (failedCount > 0)
    return {
      ...about,
      state: 'critical',
      fixUrl: 'mail-log.php',
      description: __('%d of the last 20 emails could not be sent.', failedCount),
      recommendation: __('Read the server’s responses in the mail log, and check the mail settings.'),
    };
  if (rejectedCount === 0)
    return {
      ...about,
      state: 'good',
      description: __('Emails are sent through your mail server.'),
      recommendation: '',
    };
  return {
    ...about,
    state: rejectedCount === recentEmails.length ? 'critical' : 'recommended',
    fixUrl: 'mail-log.php',
    description: __('The mail server permanently rejected %d of the last 20 emails.', rejectedCount),
    recommendation: __(
      'Read the server’s responses in the mail log. Correct wrong addresses where they are stored; fix problems with this site on the mail server.',
    ),
  };
}

async function checkAdminEmail({ options, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const email = await options.getOption<string>('admin_email', '');
  const about = {
    id: 'email',
    label: __('Site email address'),
    fixUrl: 'options-general.php',
    setupStep: __('Set your notification email'),
  };
  return PLACEHOLDER_EMAIL.test(email)
    ? {
        ...about,
        state: 'recommended',
        description: __('Notifications go to %s, which is not a real mailbox.', email),
        recommendation: __('Enter your own email address.'),
      }
    : { ...about, state: 'good', description: __('Notifications go to %s.', email), recommendation: '' };
}

async function checkAuditLog({ audit: log, i18n }: Site): Promise<HealthCheck> {
  const text = i18n.domain('default');
  const { __, _n } = text;
  const about = { id: 'audit', label: __('Audit log'), fixUrl: 'audit-log.php' };
  const lastResult = (await log.lastVerification())?.result;
  const statusText = verificationText(lastResult, text);
  if (lastResult && !lastResult.isValid)
    return {
      ...about,
      state: 'critical',
      description: statusText,
      recommendation: __('Check who has write access to the database, and compare it with a backup.'),
    };
  return log.failedWrites() === 0
    ? { ...about, state: 'good', description: statusText, recommendation: '' }
    : {
        ...about,
        state: 'critical',
        description: _n(
          '%d entry could not be saved since the site started.',
          '%d entries could not be saved since the site started.',
          log.failedWrites(),
        ),
        recommendation: __('See the server log for details; search for AUDIT.'),
      };
}

/** Checks whether all administrators use two-factor authentication. */
async function checkTwoFactor({ roles, users, twoFactor: factors, i18n }: Site): Promise<HealthCheck> {
  const { __, _n } = i18n.domain('default');
  const about = { id: 'two-factor', label: __('Two-factor authentication') };
  const adminRoles = (await roles.getRoles()).filter(({ capabilities }) => capabilities.manage_options === true);
  const { users: administrators } = await users.getUsers({ role__in: adminRoles.map(({ name }) => name) });
  const twoFactorStates = await Promise.all(administrators.map(({ id }) => factors.isOn(id)));
  const unprotectedCount = twoFactorStates.filter((isOn) => !isOn).length;
  return unprotectedCount === 0
    ? {
        ...about,
        state: 'good',
        description: __('All administrators use two-factor authentication.'),
        recommendation: '',
      }
    : {
        ...about,
        state: 'recommended',
        fixUrl: 'options-sign-in.php',
        description: _n(
          '%d administrator logs in with only a password.',
          '%d administrators log in with only a password.',
          unprotectedCount,
        ),
        recommendation: __('Set it up in your profile, and require it for all administrators in the login settings.'),
      };
}

async function checkDisk({ config, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const { bavail, bsize } = await statfs(config.dataDir);
  const freeBytes = bavail * bsize;
  return {
    id: 'disk',
    label: __('Disk space'),
    state: freeBytes < LOW_DISK_BYTES ? 'critical' : 'good',
    description: __('Free space: %s GB.', (freeBytes / 1024 ** 3).toFixed(1)),
    recommendation: freeBytes < LOW_DISK_BYTES ? __('Free up disk space, or move DATA_DIR.') : '',
  };
}

async function checkUrl({ config, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const { hostname, protocol } = new URL(config.siteUrl);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const label = __('URL');
  if (protocol === 'https:')
    return { id: 'address', label, state: 'good', description: __('Visitors connect over HTTPS.'), recommendation: '' };
  return {
    id: 'address',
    label,
    state: local ? 'recommended' : 'critical',
    description: local ? __('The site is only available on this computer.') : __('Passwords are sent unencrypted.'),
    recommendation: __(
      'Set up HTTPS, for example with a proxy that has a certificate, and set SITE_URL to the HTTPS URL.',
    ),
  };
}

async function checkDataFolder(site: Site): Promise<HealthCheck> {
  const { __ } = site.i18n.domain('default');
  const about = { id: 'data-folder', label: __('Data folder') };
  return (await usesSiteFolder(site))
    ? { ...about, state: 'good', description: __('This server uses the site’s data folder.'), recommendation: '' }
    : {
        ...about,
        state: 'critical',
        description: __('This server uses a different data folder than the site: uploads, plugins, and keys differ.'),
        recommendation: __(
          'Use the same DATA_DIR on all servers. If this is the only server, run npx plinth option update data_folder unknown, then restart it.',
        ),
      };
}

async function checkBackups({ backups: backupService, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const about = {
    id: 'backups',
    label: __('Backups'),
    fixUrl: 'backups.php',
    setupStep: __('Turn on nightly backups'),
  };
  const [{ nightly }, last, shelved] = [
    await backupService.settings(),
    await backupService.last(),
    await backupService.store.list(),
  ];
  if (last && !last.good)
    return {
      ...about,
      state: 'critical',
      description: __('The last backup failed: %s', last.problem),
      recommendation: __('Fix the cause, then create a backup manually under Backups.'),
    };
  const newest = shelved.find(({ state }) => state === 'good');
  const hours = newest ? (Date.now() - Date.parse(newest.created)) / 3_600_000 : Infinity;
  if (!nightly)
    return {
      ...about,
      state: 'recommended',
      description: __('Automatic backups are off.'),
      recommendation: __('Turn on nightly backups.'),
    };
  if (!newest)
    return {
      ...about,
      state: 'recommended',
      description: __('No backups have been created yet.'),
      recommendation: __('Create one manually, or wait until tonight.'),
    };
  return hours > LATE_BACKUP_HOURS
    ? {
        ...about,
        state: 'critical',
        description: __('The newest good backup is more than two days old.'),
        recommendation: __('Check Backups, and make sure the site is running at the scheduled hour.'),
      }
    : {
        ...about,
        state: 'good',
        description: __('The newest backup is good and no more than two days old.'),
        recommendation: '',
      };
}

async function checkRuntime({ i18n, config }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  return {
    id: 'runtime',
    label: __('Runtime'),
    state: config.production ? 'good' : 'recommended',
    description: `Node ${process.versions.node}`,
    recommendation: config.production
      ? ''
      : __('On a public site, set NODE_ENV to production: templates are cached, and development plugins stay off.'),
  };
}
