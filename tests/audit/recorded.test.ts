import { createContext, runInContext } from '../../core/context/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { zipOf } from '../plugins/zip-bytes.js';
import { assertDefined } from '../kit/assert-defined.js';

/** An audit entry without its position in the chain. */
interface RecordedEntry {
  readonly action: string;
  readonly actor: string;
  readonly about: string;
  readonly outcome: string;
  readonly details: unknown;
}

describe.each(defaultEngines)('audit entries of the core on %s', (engine) => {
  let running: TestSite;
  let owner: Visitor;
  let newest: number;

  beforeAll(async () => {
    running = await bootSite({ engine, shop: true });
    owner = visitor(running.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    newest = (await running.site.audit.list({ limit: 1 }))[0]?.id ?? 0;
  });

  /** Entries recorded since the test started, oldest first. */
  async function recordedEntries(): Promise<RecordedEntry[]> {
    const entries = (await running.site.audit.list({ limit: 100 })).filter(({ id }) => id > newest).reverse();
    return entries.map((entry) => ({
      action: entry.action,
      actor: entry.actor || entry.actor_kind,
      about: entry.subject,
      outcome: entry.outcome,
      details: JSON.parse(entry.details) as unknown,
    }));
  }
  const asCommand = <T>(work: () => Promise<T>): Promise<T> => runInContext(createContext('cli'), work);
  const asOwner = <T>(work: () => Promise<T>): Promise<T> => runInContext(createContext('a request', 1), work);

  it('records logins, logouts, refused logins and lockouts', async () => {
    const guest = visitor(running.url);
    await guest.get('/wp-login.php');
    await guest.post('/wp-login.php', { log: 'nobody here', pwd: 'my real password' });
    for (let attempt = 0; attempt < 5; attempt++) await guest.post('/wp-login.php', { log: ADMIN.login, pwd: 'wrong' });
    await guest.post('/wp-login.php', { log: ADMIN.login, pwd: 'wrong' });
    await guest.post('/wp-login.php', { log: ADMIN.login, pwd: 'wrong' });
    await running.site.db()('rate_limits').delete();
    await guest.logIn(ADMIN.login, ADMIN.password);
    const page = await guest.get('/wp-admin/profile.php');
    await guest.get(
      (/href="([^"]*action=logout[^"]*)"/.exec(page.html)?.[1] ?? '')
        .replaceAll('&amp;', '&')
        .replaceAll('&#038;', '&'),
    );
    const entries = await recordedEntries();
    expect(entries.map(({ action, actor, about, outcome }) => [action, actor, about, outcome])).toEqual([
      ['access.refused', 'visitor', '', 'refused'],
      ...Array.from({ length: 5 }, () => ['access.refused', 'visitor', 'admin', 'refused']),
      ['access.locked_out', 'visitor', 'admin', 'refused'],
      ['access.signed_in', 'admin', 'admin', 'done'],
      ['access.signed_out', 'admin', 'admin', 'done'],
    ]);
    // The user name field might contain a password by mistake.
    expect(JSON.stringify(await running.site.audit.list({ limit: 20 }))).not.toContain('nobody here');
    expect((await running.site.audit.list({ limit: 1 }))[0]?.address).toBe('127.0.0.1');
  });

  it('records changes of users, roles, passwords and application passwords', async () => {
    const { users, roles, passwords } = running.site;
    await asOwner(async () => {
      const id = (await users.wpInsertUser({
        user_login: 'ola',
        user_pass: 'a first password',
        user_email: 'ola@example.test',
        role: 'author',
      })) as number;
      await roles.setUserRole(id, 'editor');
      await roles.addUserCap(id, 'list_users');
      await users.wpUpdateUser({ id, user_email: 'aleksandra@example.test', user_pass: 'a second password' });
      const created = (await passwords.createApplicationPassword(id, { name: 'Phone' })) as { item: { uuid: string } };
      await passwords.deleteApplicationPassword(id, created.item.uuid);
      await users.wpDeleteUser(id, 1);
    });
    const entries = await recordedEntries();
    expect(entries.map(({ action, actor, about }) => [action, actor, about])).toEqual([
      ['users.rights_changed', 'admin', 'ola'],
      ['users.created', 'admin', 'ola'],
      ['users.rights_changed', 'admin', 'ola'],
      ['users.rights_changed', 'admin', 'ola'],
      ['access.password_changed', 'admin', 'ola'],
      ['users.address_changed', 'admin', 'ola'],
      ['access.program_added', 'admin', 'ola'],
      ['access.program_removed', 'admin', 'ola'],
      ['users.deleted', 'admin', 'ola'],
    ]);
    expect(entries[2]?.details).toEqual({ from: ['author'], to: ['editor'] });
    expect(entries[3]?.details).toEqual({ from: ['editor'], to: ['editor', 'list_users'] });
    expect(entries[5]?.details).toEqual({ from: 'o…@example.test', to: 'a…@example.test' });
    expect(JSON.stringify(entries)).not.toMatch(/a (?:first|second) password|\$2|\$argon/);
  });

  it('records a password reset by email as one entry', async () => {
    const { users, hooks } = running.site;
    await runInContext(createContext('a request'), async () => {
      const user = await users.getUserBy('login', ADMIN.login);
      if (user) await hooks.doAction('password_reset', user, ADMIN.password);
      await users.wpSetPassword(ADMIN.password, 1);
    });
    expect((await recordedEntries()).map(({ action, actor, about }) => [action, actor, about])).toEqual([
      ['access.password_reset', 'visitor', 'admin'],
    ]);
    owner = visitor(running.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });

  it('records changed second factors and wrong codes', async () => {
    const { hooks, users } = running.site;
    await asOwner(async () => hooks.doAction('plinth/two_factor_changed', 1, 'app-added'));
    const admin = await users.getUserdata(1);
    await runInContext(
      createContext('a request'),
      async () => admin && hooks.doAction('plinth/two_factor_failed', admin, 'totp'),
    );
    expect(
      (await recordedEntries()).map(({ action, actor, about, outcome }) => [action, actor, about, outcome]),
    ).toEqual([
      ['access.second_factor_changed', 'admin', 'admin', 'done'],
      ['access.refused', 'visitor', 'admin', 'refused'],
    ]);
  });

  it('records settings with old and new values, secrets hidden, transients left out', async () => {
    const { options } = running.site;
    await asOwner(async () => {
      await options.updateOption('blogname', 'Ława');
      await options.updateOption('store_commerce_settings', {
        accountNumber: 'PL61109010140000071219812874',
        courierPrice: 1500,
      });
      await options.updateOption('store_commerce_settings', {
        accountNumber: 'PL61109010140000071219812874',
        courierPrice: 1900,
      });
      await options.updateOption('mailer_smtp_password', 'hunter2');
      await options.setTransient('seen', 1, 60);
      await options.deleteOption('mailer_smtp_password');
    });
    await asCommand(() => options.updateOption('admin_email', 'owner@example.test'));
    const entries = await recordedEntries();
    expect(entries.map(({ action, actor, about }) => [action, actor, about])).toEqual([
      ['settings.changed', 'admin', 'blogname'],
      ['settings.changed', 'admin', 'store_commerce_settings'],
      ['settings.changed', 'admin', 'store_commerce_settings'],
      ['settings.changed', 'admin', 'mailer_smtp_password'],
      ['settings.changed', 'admin', 'mailer_smtp_password'],
      ['settings.changed', 'command', 'admin_email'],
    ]);
    expect(entries[2]?.details).toEqual({
      changes: { 'store_commerce_settings.courierPrice': { from: 1500, to: 1900 } },
    });
    expect(JSON.stringify(entries)).not.toContain('hunter2');
  });

  it('records plugins installed and updated from a zip', async () => {
    const zip = (version: string): Promise<Buffer> =>
      zipOf({
        'crate/plugin.json': JSON.stringify({
          name: 'Crate',
          version,
          description: 'x',
          author: 'x',
          requiresCore: '*',
          main: 'index.js',
        }),
        'crate/index.js': 'export default { boot() {} };',
      });
    await asOwner(async () => {
      await running.site.plugins.installPlugin(await zip('1.0.0'));
      await running.site.plugins.installPlugin(await zip('1.1.0'), { overwrite: true });
    });
    expect((await recordedEntries()).map(({ action, actor, about }) => [action, actor, about])).toEqual([
      ['plugins.installed', 'admin', 'crate'],
      ['plugins.updated', 'admin', 'crate'],
    ]);
  });

  it('records plugins activated, paused, resumed, deactivated and deleted', async () => {
    await activatePlugin(running, 'parcel', { 'index.js': 'export default { boot() {} };' });
    await asOwner(async () => {
      await running.site.plugins.pause('parcel', 'It hung.');
      await running.site.plugins.resume('parcel');
      await running.site.plugins.deactivatePlugins('parcel');
      await running.site.plugins.deletePlugin('parcel');
    });
    expect((await recordedEntries()).map(({ action, about }) => [action, about])).toEqual([
      ['plugins.activated', 'parcel'],
      ['plugins.paused', 'parcel'],
      ['plugins.resumed', 'parcel'],
      ['plugins.deactivated', 'parcel'],
      ['plugins.deleted', 'parcel'],
    ]);
  });

  it('records published, withdrawn, trashed and deleted content, but no drafts', async () => {
    const { content } = running.site;
    await asOwner(async () => {
      const id = (await content.wpInsertPost({
        post_type: 'page',
        post_title: 'Regulamin',
        post_content: 'One.',
        post_status: 'draft',
      })) as number;
      await content.wpUpdatePost({ id, post_status: 'publish' });
      await content.wpUpdatePost({ id, post_content: 'Two.' });
      await content.wpUpdatePost({ id, post_status: 'draft' });
      await content.wpUpdatePost({ id, post_status: 'publish' });
      await content.wpTrashPost(id);
      await content.wpDeletePost(id, true);
      const draft = (await content.wpInsertPost({
        post_type: 'page',
        post_title: 'Never',
        post_content: 'x',
        post_status: 'draft',
      })) as number;
      await content.wpDeletePost(draft, true);
    });
    expect((await recordedEntries()).map(({ action, actor, about }) => [action, actor, about])).toEqual([
      ['content.published', 'admin', 'Regulamin'],
      ['content.withdrawn', 'admin', 'Regulamin'],
      ['content.published', 'admin', 'Regulamin'],
      ['content.trashed', 'admin', 'Regulamin'],
      ['content.deleted', 'admin', 'Regulamin'],
    ]);
  });

  it('records entries of a plugin with its label and the schedule as actor', async () => {
    await activatePlugin(running, 'teller', {
      'index.js':
        'export default { boot(scope) { scope.audit.describe(() => ({ "files.purged": "File purged" })); globalThis.recordPurge = () => scope.audit.record({ action: "files.purged", subject: { kind: "file", id: 5, title: "Five" }, details: { reason: "expired" } }); } };',
    });
    newest = assertDefined((await running.site.audit.list({ limit: 1 }))[0]?.id);
    await runInContext(createContext('cron'), () =>
      (globalThis as unknown as { recordPurge(): Promise<void> }).recordPurge(),
    );
    expect(await recordedEntries()).toEqual([
      { action: 'files.purged', actor: 'schedule', about: 'Five', outcome: 'done', details: { reason: 'expired' } },
    ]);
    expect(running.site.audit.labelFor('files.purged')).toBe('File purged');
    await asOwner(() => running.site.plugins.deactivatePlugins('teller'));
    expect(running.site.audit.labelFor('files.purged')).toBe('files.purged');
  });

  it('filters and exports on the screen, and reports tampering, also in site health', async () => {
    const page = await owner.get('/wp-admin/audit-log.php?action=settings&s=courierPrice');
    expect(page.html).toContain('Setting changed');
    expect(page.html).toMatch(/<del>1500<\/del> → <ins>1900<\/ins>/);
    expect(page.html).not.toContain('Plugin activated');
    expect((await owner.get('/wp-admin/audit-log.php?s=qqqzzz')).html).toContain(
      'No results. Remove a filter or choose other dates.',
    );
    const file = await owner.get('/wp-admin/audit-log.php?export=csv&action=content');
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.html.split('\r\n').filter((line) => line.includes('content.')).length).toBeGreaterThanOrEqual(5);
    expect((await recordedEntries()).map(({ action, actor }) => [action, actor])).toEqual([['data.exported', 'admin']]);

    await running.site.audit.append();
    const changedEntry = (await running.site.audit.list({ action: 'content.deleted', limit: 1 }))[0];
    await running.site.db()('audit_log').where({ id: changedEntry?.id }).update({ subject: 'Something else' });
    await owner.get('/wp-admin/audit-log.php');
    expect((await owner.post('/wp-admin/audit-log.php', { action: 'verify' })).status).toBe(303);
    // Waits for the verification to finish, even on a busy machine.
    await running.site.audit.prune();
    expect((await owner.get('/wp-admin/audit-log.php')).html).toContain(
      `entry ${changedEntry?.id} (number ${changedEntry?.position}`,
    );
    const health = await owner.get('/wp-admin/site-health.php');
    expect(health.html).toContain('The log was tampered with');
    await running.site.db()('audit_log').where({ id: changedEntry?.id }).update({ subject: changedEntry?.subject });
    await running.site.audit.prune();
    expect((await running.site.audit.lastVerification())?.result.isValid).toBe(true);
  });

  it('validates the retention settings of the log and records their changes', async () => {
    await owner.get('/wp-admin/audit-log.php');
    await owner.post('/wp-admin/audit-log.php', { action: 'settings', audit_days: '90', audit_address_days: '0' });
    expect(await running.site.options.getOption('audit_days', 365)).toBe(365);
    await owner.get('/wp-admin/audit-log.php');
    await owner.post('/wp-admin/audit-log.php', { action: 'settings', audit_days: '90', audit_address_days: '14' });
    expect((await recordedEntries()).map(({ about }) => about)).toEqual(['audit_days', 'audit_address_days']);
  });

  it('lets users log in while the log is broken, and reports it', async () => {
    const { db, audit } = running.site;
    await db().schema.renameTable('audit_log', 'audit_log_away');
    try {
      const guest = visitor(running.url);
      await guest.logIn(ADMIN.login, ADMIN.password);
      expect(audit.failedWrites()).toBeGreaterThan(0);
      let found = (await audit.lastVerification(true))?.result;
      for (let attempt = 0; attempt < 20 && found?.isValid !== false; attempt++)
        found = (await audit.lastVerification(true))?.result;
      expect(found).toMatchObject({ isValid: false, reason: 'unreadable' });
      expect((await owner.get('/wp-admin/site-health.php')).html).toContain('Could not read the log');
    } finally {
      await db().schema.renameTable('audit_log_away', 'audit_log');
    }
    await audit.prune();
    expect((await owner.get('/wp-admin/site-health.php')).html).toContain('could not be saved since the site started');
  });
});
