import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../core/app/config.js';
import { defaultEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

const root = join(__dirname, '..', '..');
const START = join(root, 'core/process/start.mjs');
const CLI = join(root, 'core/cli/plinth.mjs');
const env = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LOG_LEVEL: 'error',
  ...more,
});

describe.each(defaultEngines)('start of the site on %s', (engine) => {
  let folder: string;
  let scratch: ScratchDatabase | undefined;
  let settings: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-start-'));
    scratch = engine === 'mysql' ? await scratchDatabase('mysql') : undefined;
    settings = {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      ...(scratch?.url ? { DATABASE_URL: scratch.url } : {}),
    };
  });
  afterAll(async () => {
    await scratch?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints address and one-time password once, stops with 0, and starts again', async () => {
    const first = await startSite(settings);
    const password = /One-time password: (\S+)/.exec(first.output())?.[1] ?? '';
    expect(password.length).toBeGreaterThan(12);
    expect(first.output()).toContain(`http://127.0.0.1:${settings.PORT}`);
    expect((await fetch(`http://127.0.0.1:${settings.PORT}/`)).status).toBe(200);
    expect(cli(settings, 'option', 'update', 'blogname', 'Łódka')).toContain('updated');
    expect(await (await fetch(`http://127.0.0.1:${settings.PORT}/`)).text()).toContain('Łódka');
    expect(await first.stop()).toBe(0);

    const second = await startSite(settings);
    expect(second.output()).not.toContain('One-time password');
    const applicationPassword = cli(
      settings,
      'user',
      'application-password',
      'create',
      'admin',
      'test',
      '--porcelain',
    ).trim();
    const authorization = `Basic ${Buffer.from(`admin:${applicationPassword}`).toString('base64')}`;
    const me = await fetch(`http://127.0.0.1:${settings.PORT}/wp-json/wp/v2/users/me`, { headers: { authorization } });
    expect(await me.json()).toMatchObject({ slug: 'admin' });
    expect(await second.stop()).toBe(0);
    expect(JSON.parse(cli(settings, 'plugin', 'list', '--format=json'))).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'basic-auth', status: 'inactive' })]),
    );
  });
});

it('stops despite an endless request, and still handles other requests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-stop-'));
  const port = await freePort();
  const site = await startSite({ DATA_DIR: folder, PORT: String(port), DEMO: '0' });
  const endless = connect(port, '127.0.0.1').on('error', () => undefined);
  endless.write(
    'POST /wp-json/facet/v1/filter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  const other = fetch(`http://127.0.0.1:${port}/wp-json/facet/v1/catalog`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await site.stop()).toBe(0);
  expect((await other).status).toBe(401);
  endless.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** A plugin with routes that return the loaded modules, and one that throws at a known line. */
const PROBE = `module.exports = { boot(scope) {
  const route = (path, callback) => scope.registerRestRoute('probe/v1', path, { permissionCallback: () => true, callback });
  route('/loaded', () => Object.keys(require.cache));
  route('/packages', () => Object.keys(require(Object.keys(require.cache).find((file) => file.endsWith('/dist/site/packages.js')))));
  route('/fail', () => {
    throw new Error('the probe fails');
  });
} };`;

describe('loaded modules and stacks of a running site', () => {
  let folder: string;
  let site: StartedSite;
  let url: string;
  const fetchJson = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${url}/wp-json/probe/v1/${path}`)).json()) as T;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-light-'));
    const settings = {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      DEMO: '0',
      ADMIN_PASSWORD: 'a long admin password',
    };
    url = `http://127.0.0.1:${settings.PORT}`;
    mkdirSync(join(folder, 'plugins', 'probe'), { recursive: true });
    writeFileSync(join(folder, 'plugins', 'probe', 'index.js'), PROBE);
    writeFileSync(
      join(folder, 'plugins', 'probe', 'plugin.json'),
      JSON.stringify({
        name: 'Probe',
        version: '1.0.0',
        description: 'A plugin of the tests.',
        author: 'Plinth',
        requiresCore: '*',
        main: 'index.js',
      }),
    );
    cli(settings, 'core', 'install');
    cli(settings, 'plugin', 'activate', 'probe');
    site = await startSite(settings);
    for (const path of ['/', '/shop/', '/wp-json/', '/wp-login.php'])
      expect((await fetch(url + path)).status).toBe(200);
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loads fewer than 60 files', async () => {
    const loaded = await fetchJson<string[]>('loaded');
    expect(loaded).toContain(join(root, 'dist', 'site', 'main.js'));
    expect(loaded.length).toBeLessThan(60);
  });

  it.each([
    '@node-rs/argon2',
    '@simplewebauthn/server',
    '@zxcvbn-ts/language-common',
    'diff',
    'esbuild',
    'gettext-parser',
    'ioredis',
    'mysql2',
    'nodemailer',
    'otpauth',
    'postal-mime',
    'sharp',
    'yauzl',
    'yazl',
  ])('does not load %s for ordinary requests', async (name) => {
    expect((await fetchJson<string[]>('loaded')).filter((file) => file.includes(`/node_modules/${name}/`))).toEqual([]);
    expect(await fetchJson<string[]>('packages')).not.toContain(name);
  });

  it('does not bundle copies of packages shared with plugins', async () => {
    const loaded = await fetchJson<string[]>('loaded');
    expect(loaded).toContain(join(root, 'dist', 'core', 'api', 'index.js'));
    for (const shared of ['luxon', 'csv-stringify/sync'])
      expect(await fetchJson<string[]>('packages')).not.toContain(shared);
  });

  it('logs stack traces with source lines of plugin and core', async () => {
    await fetchJson('fail');
    const line =
      site
        .output()
        .split('\n')
        .find((text) => text.includes('the probe fails')) ?? '';
    const { stack } = JSON.parse(line) as { stack: string };
    expect(stack).toContain('/plugins/probe/index.js:6:');
    expect(stack).toContain(join(root, 'core/rest/dispatcher.ts:'));
    expect(stack).not.toContain('dist/site/main.js');
  });
});

describe('failing start', () => {
  it.each([
    ['PORT', { PORT: 'eighty' }],
    ['SITE_URL', { SITE_URL: 'not an address' }],
    ['SITE_URL', { SITE_URL: 'https://shop.example/sklep' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://root@127.0.0.1/x?sslmode=require' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/x' }],
    ['SAFE_MODE', { SAFE_MODE: 'perhaps' }],
    ['WORKERS', { WORKERS: 'many' }],
  ])('names a malformed %s in one line and exits with 1', (name, settings) => {
    const { status, stderr } = spawnSync(process.execPath, [START], {
      env: env({ DATA_DIR: tmpdir(), ...settings }),
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(name);
  });

  it('exits with 1 and names DATABASE_URL when the database does not respond', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [START], {
      env: env({ DATA_DIR: tmpdir(), DATABASE_URL: 'mysql://root@127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0' }),
      encoding: 'utf8',
    });
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(stderr).toContain('DATABASE_URL');
  });

  it.each([
    ['a DATA_DIR that is a file', (folder: string) => join(folder, 'file')],
    ['a DATA_DIR below a file', (folder: string) => join(folder, 'file', 'data')],
    ['a DATA_DIR that cannot be created', () => '/proc/plinth'],
  ])('exits with 1 for %s', (_what, dataDirIn) => {
    const folder = mkdtempSync(join(tmpdir(), 'plinth-start-'));
    writeFileSync(join(folder, 'file'), 'kept');
    const { status, stderr } = spawnSync(process.execPath, [START], {
      env: env({ DATA_DIR: dataDirIn(folder) }),
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(`DATA_DIR ${dataDirIn(folder)} is not writable`);
  });

  it('rejects an unknown name in .env and suggests the right one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plinth-start-'));
    writeFileSync(join(folder, '.env'), '# Ours\nPROT=8081\n');
    expect(() => readConfig(folder, {})).toThrow(`Unknown setting PROT (in ${join(folder, '.env')})`);
    writeFileSync(join(folder, '.env'), 'REDIS_URI=x\n');
    expect(() => readConfig(folder, {})).toThrow('did you mean REDIS_URL?');
    // In the folder of a plugin author.
    writeFileSync(join(folder, '.env'), 'STRIPE_KEY=x\nPORT=8081\n');
    writeFileSync(join(folder, 'plugin.json'), '{}');
    expect(readConfig(folder, {}).port).toBe(8081);
    rmSync(folder, { recursive: true });
  });

  it('exits with 1 and names the port when it is in use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plinth-start-'));
    const occupied = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupied.once('listening', resolve));
    const { port } = occupied.address() as { port: number };
    const { status, stderr } = spawnSync(process.execPath, [START], {
      env: env({ DATA_DIR: folder, PORT: String(port) }),
      encoding: 'utf8',
    });
    occupied.close();
    rmSync(folder, { recursive: true, force: true });
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(String(port));
  });
});

interface StartedSite {
  output(): string;
  stop(): Promise<number | null>;
}

async function startSite(settings: Record<string, string>): Promise<StartedSite> {
  const child: ChildProcess = spawn(process.execPath, [START], {
    env: env(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  for (const end = Date.now() + 120_000; !output.includes('Plinth is running');) {
    if (Date.now() > end || child.exitCode !== null) throw new Error(`The site did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    output: () => output,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

function cli(settings: Record<string, string>, ...args: string[]): string {
  return execFileSync(process.execPath, [CLI, ...args], { env: env(settings), encoding: 'utf8' });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
