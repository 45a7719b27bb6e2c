import { statfs } from 'node:fs/promises';
import type { HealthCheck } from '../api/index.js';
import { NOWHERE } from '../auth/first-password.js';
import { verificationText } from '../audit/index.js';
import { describeConflicts, type PluginRecord } from '../plugins/index.js';
import { hasOwnFolder } from './data-folder.js';
import type { Site } from './site.js';

const LOW_DISK_BYTES = 500 * 1024 * 1024;
const LATE_SECONDS = 3600;
const LATE_BACKUP_HOURS = 50;

/** What site health looks at: each says what was seen, and what to do about it. */
export async function healthChecks(site: Site): Promise<HealthCheck[]> {
  const checks = await Promise.all([
    database(site),
    plugins(site),
    names(site),
    theme(site),
    schedule(site),
    mail(site),
    ownAddress(site),
    audit(site),
    twoFactor(site),
    disk(site),
    dataFolder(site),
    address(site),
    backups(site),
    runtime(site),
  ]);
  return [...checks, ...(await inactiveGuards(site))];
}

async function database({ db, i18n, config }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const started = performance.now();
  await db().raw('select 1');
  const took = Math.max(1, Math.round(performance.now() - started));
  const name = db.engine === 'mysql' ? 'MariaDB/MySQL' : 'SQLite';
  return {
    id: 'database',
    label: __('Database'),
    state: took > 200 ? 'recommended' : 'good',
    seen: __('%1$s answers in %2$d ms.', name, took),
    cure: cure(),
  };

  function cure(): string {
    if (took > 200) return __('Look at the load of the database server.');
    return config.databaseUrl ? '' : __('For more than one server, use MariaDB by DATABASE_URL.');
  }
}

async function plugins({ plugins: host, i18n }: Site): Promise<HealthCheck> {
  const { __, _n } = i18n.domain('default');
  const troubled = (await host.records()).filter((record) => !['active', 'inactive'].includes(record.status));
  return troubled.length === 0
    ? { id: 'plugins', label: __('Plugins'), state: 'good', seen: __('Every active plugin runs.'), cure: '' }
    : {
        id: 'plugins',
        label: __('Plugins'),
        state: 'critical',
        seen: `${_n('%d plugin does not run:', '%d plugins do not run:', troubled.length)} ${troubled.map(whyPaused).join(' ')}`,
        cure: __('Open Plugins, read what happened, then update the plugin or switch it off.'),
      };
}

/** A plugin that does not run, with the reason. */
function whyPaused({ id, manifest, error }: PluginRecord): string {
  const name = manifest?.name ?? id;
  return error ? `${name}: ${error.message}` : `${name}.`;
}

/** A plugin that protected the site and is inactive now; nothing is said where there never was one. */
async function inactiveGuards({ plugins: host, i18n }: Site): Promise<HealthCheck[]> {
  const { __ } = i18n.domain('default');
  return (await host.inactiveGuards()).map(({ id, manifest }) => ({
    id: `inactive-${id}`,
    label: __('Protection'),
    state: 'critical',
    seen: __('“%s” is inactive. It protected this site, and what it did does not happen now.', manifest?.name ?? id),
    cure: __('Activate the plugin under Plugins.'),
    fix: 'plugins.php',
  }));
}

async function names({ plugins: host, i18n }: Site): Promise<HealthCheck> {
  const text = i18n.domain('default');
  const { __ } = text;
  const about = { id: 'names', label: __('Names of plugins’ parts'), fix: 'plugins.php' };
  const conflicts = host.claims.conflicts();
  if (conflicts.length === 0)
    return { ...about, state: 'good', seen: __('No name is claimed by two plugins.'), cure: '' };
  const records = await host.records();
  const said = describeConflicts(
    conflicts,
    (id) => records.find((record) => record.id === id)?.manifest?.name ?? id,
    text,
  );
  return {
    ...about,
    state: 'recommended',
    seen: said.join(' '),
    cure: __('Ask the author of one to rename it, or deactivate the one you need less.'),
  };
}

async function theme({ views, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const { troubles } = views;
  return troubles.length === 0
    ? {
        id: 'theme',
        label: __('Theme'),
        state: 'good',
        seen: __('The theme “%s” is shown.', views.themes[0]?.name ?? ''),
        cure: '',
      }
    : {
        id: 'theme',
        label: __('Theme'),
        state: 'critical',
        seen: __('The default theme stands in: %s', troubles.join(' ')),
        cure: __('Mend the theme, or choose another: npx plinth option update stylesheet default'),
      };
}

async function schedule({ cron, i18n }: Site): Promise<HealthCheck> {
  const { __, _n } = i18n.domain('default');
  const late = (await cron.getCronEvents()).filter((event) => event.timestamp < Date.now() / 1000 - LATE_SECONDS);
  return late.length === 0
    ? { id: 'schedule', label: __('Scheduled events'), state: 'good', seen: __('Nothing is overdue.'), cure: '' }
    : {
        id: 'schedule',
        label: __('Scheduled events'),
        state: 'critical',
        seen: _n('%d event is more than an hour late.', '%d events are more than an hour late.', late.length),
        cure: __('Look at Scheduled events, and at the log for errors of the time keeper.'),
      };
}

async function mail({ mail: mailer, mailServer, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const about = {
    id: 'mail',
    label: __('Mail'),
    fix: 'options-mail.php',
    step: __('Connect a mail server, so that letters reach people'),
  };
  if ((await mailServer.route()).kind === 'none')
    return {
      ...about,
      state: 'recommended',
      seen: __('Letters are put into the mail folder and reach nobody.'),
      cure: __('Type the name of your mail server, a user and a password, and send yourself a test letter.'),
    };
  const last = await mailer.log(20);
  const count = (state: 'failed' | 'refused'): number => last.filter((entry) => entry.state === state).length;
  const failed = count('failed');
  const refused = count('refused');
  if (failed > 0)
    return {
      ...about,
      state: 'critical',
      fix: 'mail-log.php',
      seen: __('%d of the last 20 letters could not be sent.', failed),
      cure: __('Open the mail log for the server’s answers, and check the mail settings.'),
    };
  if (refused === 0) return { ...about, state: 'good', seen: __('Letters go out by your mail server.'), cure: '' };
  return {
    ...about,
    state: refused === last.length ? 'critical' : 'recommended',
    fix: 'mail-log.php',
    seen: __('The mail server refused %d of the last 20 letters for good.', refused),
    cure: __(
      'Open the mail log for the server’s answers. What they say of an address is mended there; what they say of this site, at the mail server.',
    ),
  };
}

async function ownAddress({ options, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const email = await options.getOption<string>('admin_email', '');
  const about = {
    id: 'email',
    label: __('E-mail address of the site'),
    fix: 'options-general.php',
    step: __('Say where letters to you go'),
  };
  return NOWHERE.test(email)
    ? {
        ...about,
        state: 'recommended',
        seen: __('Letters to the owner go to %s, where nobody reads them.', email),
        cure: __('Type your own address.'),
      }
    : { ...about, state: 'good', seen: __('Letters to the owner go to %s.', email), cure: '' };
}

async function audit({ audit: log, i18n }: Site): Promise<HealthCheck> {
  const text = i18n.domain('default');
  const { __, _n } = text;
  const about = { id: 'audit', label: __('Audit log'), fix: 'audit-log.php' };
  const found = (await log.lastVerification())?.found;
  const seen = verificationText(found, text);
  if (found && !found.holds)
    return {
      ...about,
      state: 'critical',
      seen,
      cure: __('Find out who can write to the database, and compare it with a backup.'),
    };
  return log.lost() === 0
    ? { ...about, state: 'good', seen, cure: '' }
    : {
        ...about,
        state: 'critical',
        seen: _n(
          '%d entry could not be written since the site was started.',
          '%d entries could not be written since the site was started.',
          log.lost(),
        ),
        cure: __('The server’s log says why; look for AUDIT.'),
      };
}

/** Whether everybody who administers the site logs in with more than a password. */
async function twoFactor({ roles, users, factors, i18n }: Site): Promise<HealthCheck> {
  const { __, _n } = i18n.domain('default');
  const about = { id: 'two-factor', label: __('Two-factor authentication') };
  const powerful = (await roles.getRoles()).filter(({ capabilities }) => capabilities.manage_options === true);
  const { users: administrators } = await users.getUsers({ role__in: powerful.map(({ name }) => name) });
  const protectedOnes = await Promise.all(administrators.map(({ id }) => factors.isOn(id)));
  const without = protectedOnes.filter((isOn) => !isOn).length;
  return without === 0
    ? { ...about, state: 'good', seen: __('All administrators use it.'), cure: '' }
    : {
        ...about,
        state: 'recommended',
        fix: 'options-sign-in.php',
        seen: _n(
          '%d administrator logs in with a password alone.',
          '%d administrators log in with a password alone.',
          without,
        ),
        cure: __('Set it up in your profile, and require it of all administrators in the sign-in settings.'),
      };
}

async function disk({ config, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  return {
    id: 'disk',
    label: __('Disk space'),
    state: free < LOW_DISK_BYTES ? 'critical' : 'good',
    seen: __('%s GB are free.', (free / 1024 ** 3).toFixed(1)),
    cure: free < LOW_DISK_BYTES ? __('Make room on the disk, or move DATA_DIR.') : '',
  };
}

async function address({ config, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const { hostname, protocol } = new URL(config.siteUrl);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const label = __('Address');
  if (protocol === 'https:')
    return { id: 'address', label, state: 'good', seen: __('Visitors come over HTTPS.'), cure: '' };
  return {
    id: 'address',
    label,
    state: local ? 'recommended' : 'critical',
    seen: local ? __('The site answers on this computer only.') : __('Passwords cross the network unencrypted.'),
    cure: __('Put a proxy with a certificate in front and set SITE_URL to its https address.'),
  };
}

async function dataFolder(site: Site): Promise<HealthCheck> {
  const { __ } = site.i18n.domain('default');
  const about = { id: 'data-folder', label: __('Data folder') };
  return (await hasOwnFolder(site))
    ? { ...about, state: 'good', seen: __('This server has the site’s data folder.'), cure: '' }
    : {
        ...about,
        state: 'critical',
        seen: __(
          'This server has another data folder than the one that made the site: uploads, plugins and keys differ.',
        ),
        cure: __(
          'Let all servers share one DATA_DIR. If this is the only server: npx plinth option update data_folder unknown, and start it again.',
        ),
      };
}

async function backups({ backups: made, i18n }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  const about = { id: 'backups', label: __('Backups'), fix: 'backups.php', step: __('Have a backup made every night') };
  const [{ nightly }, last, shelved] = [await made.settings(), await made.last(), await made.store.list()];
  if (last && !last.good)
    return {
      ...about,
      state: 'critical',
      seen: __('The last backup failed: %s', last.problem),
      cure: __('Mend the cause, then make one by hand under Backups.'),
    };
  const newest = shelved.find(({ state }) => state === 'good');
  const hours = newest ? (Date.now() - Date.parse(newest.created)) / 3_600_000 : Infinity;
  if (!nightly)
    return {
      ...about,
      state: 'recommended',
      seen: __('No backup is made by itself.'),
      cure: __('Switch the nightly backup on.'),
    };
  if (!newest)
    return {
      ...about,
      state: 'recommended',
      seen: __('No backup has been made yet.'),
      cure: __('Make one by hand, or wait for the night.'),
    };
  return hours > LATE_BACKUP_HOURS
    ? {
        ...about,
        state: 'critical',
        seen: __('The newest good backup is older than two days.'),
        cure: __('Look at Backups, and whether the site runs at the hour it should be made.'),
      }
    : { ...about, state: 'good', seen: __('The newest backup is good, and not older than two days.'), cure: '' };
}

async function runtime({ i18n, config }: Site): Promise<HealthCheck> {
  const { __ } = i18n.domain('default');
  return {
    id: 'runtime',
    label: __('Runtime'),
    state: config.production ? 'good' : 'recommended',
    seen: `Node ${process.versions.node}`,
    cure: config.production
      ? ''
      : __(
          'Set NODE_ENV to production for a public site: templates are kept in memory, and plugins for development stay off.',
        ),
  };
}
