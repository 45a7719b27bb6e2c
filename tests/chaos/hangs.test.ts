import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { engines } from '../kit/databases.js';
import { breakGround, type Ground, install, plinth, type SiteProcess, startSite, until } from './site-process.js';

const page = (path: string, work: string): string =>
  `module.exports = { boot(scope) { scope.registerFrontRoute({ path: '${path}', handler() { ${work}; return { kind: 'body', type: 'text/plain', body: 'fine' }; } }); } };`;

const HANGS: Readonly<Record<string, string>> = {
  'loops-for-ever': page('/loops-for-ever/', 'while (true) { /* nothing */ }'),
  'slow-pattern': page('/slow-pattern/', `/^(a+)+$/.test('a'.repeat(60) + 'b')`),
};

const ENDS: Readonly<Record<string, string>> = {
  'exits': page('/exits/', 'process.exit(0)'),
  'aborts': page('/aborts/', 'process.abort()'),
  'kills-itself': page('/kills-itself/', `process.kill(process.pid, 'SIGKILL')`),
};

async function isUp(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(({ status }) => status === 200, () => false);
}

describe.each(engines)('a site whose plugin hangs, on %s', (engine) => {
  let ground: Ground;
  let site: SiteProcess;
  beforeAll(async () => {
    ground = await breakGround(engine, { WATCHDOG_SECONDS: '2' });
    for (const [id, code] of Object.entries({ ...HANGS, ...ENDS })) ground.addPlugin(id, code);
    ground.addPlugin('sound', page('/sound/', ''));
    await install(ground, [...Object.keys(HANGS), ...Object.keys(ENDS), 'sound']);
    site = await startSite(ground.settings);
  }, 60_000);
  afterAll(async () => {
    await site.stop();
    await ground.drop();
  });

  it.each(Object.keys(HANGS))('is started anew with the plugin %s set aside by name, and the others at work', async (id) => {
    await expect(fetch(`${site.url}/${id}/`, { signal: AbortSignal.timeout(30_000) })).rejects.toThrow();
    await until('the site answers again', () => isUp(`${site.url}/sound/`), 30_000);
    expect((await fetch(`${site.url}/${id}/`)).status).toBe(404);
    const listed = JSON.parse(plinth(ground.settings, 'plugin', 'list', '--format=json').stdout) as { name: string; state: string }[];
    expect(listed.find(({ name }) => name === id)?.state).toBe('quarantined');
    expect(listed.find(({ name }) => name === 'sound')?.state).toBe('active');
    expect(site.output()).toContain(`hung for 2 seconds in the plugin \\"${id}\\"`);
    expect(site.output()).toMatch(new RegExp(`plugins/${id}/index\\.js:1\\)`));
  }, 60_000);

  it.each(Object.keys(ENDS))('throws in a plugin that would end it by %s, and goes on', async (id) => {
    expect((await fetch(`${site.url}/${id}/`)).status).toBe(500);
    expect((await fetch(`${site.url}/sound/`)).status).toBe(200);
    const listed = JSON.parse(plinth(ground.settings, 'plugin', 'faults', '--format=json').stdout) as { plugin: string; message: string }[];
    expect(listed.find(({ plugin }) => plugin === id)?.message).toContain('would have ended the site for everybody');
  }, 60_000);

  it('still stops with 0 when it is asked to', async () => {
    expect(await site.stop()).toBe(0);
    expect(await isUp(`${site.url}/sound/`)).toBe(false);
  }, 30_000);
});

describe('the supervisor', () => {
  const run = (code: string, limits = '{}') => {
    const program = `import { supervise } from ${JSON.stringify(join(__dirname, '../../core/boot/supervise.mjs'))};
      process.exitCode = await supervise(process.execPath, ['-e', ${JSON.stringify(code)}], ${limits});`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 30_000 });
  };

  it('ends with the code of a site that ended by itself', () => {
    expect(run('process.exit(3)').status).toBe(3);
  });

  it('gives up on a site that is killed again and again, and says so', () => {
    const { status, stderr } = run(`process.kill(process.pid, 'SIGKILL')`, '{ most: 2 }');
    expect(status).toBe(1);
    expect(stderr.match(/started anew/g)).toHaveLength(2);
    expect(stderr).toContain('It stays down');
  });
});
