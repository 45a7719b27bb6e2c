import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, SETTINGS } from '../../core/app/config.js';
import { assertDefined } from '../kit/assert-defined.js';

interface Service {
  readonly build?: { readonly dockerfile_inline: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, object>>;
  readonly configs?: readonly { readonly source: string }[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly command?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const root = join(__dirname, '..', '..');
const { load } = createRequire(__filename)('js-yaml') as { load(text: string): unknown };
const compose = load(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) as Compose;
const { services } = compose;

/** Substitutes `${NAME:-default}` and `${NAME:?message}` as Compose does. */
const interpolate = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_match, name: string, kind: string | undefined, rest: string) => variables[name] ?? (kind === '-' ? rest : ''),
  );

/** Only the file is tested; Docker is not part of the tests. */
describe('docker-compose.yml', () => {
  it('defines two equal nodes and all services, configs and volumes they need', () => {
    expect(Object.keys(services).sort()).toEqual(['mariadb', 'nginx', 'redis', 'site1', 'site2']);
    expect(services.site1).toEqual(services.site2);
    for (const service of Object.values(services)) {
      for (const needed of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(needed);
      for (const { source } of service.configs ?? []) expect(compose.configs).toHaveProperty(source);
      for (const volume of service.volumes ?? [])
        expect(compose.volumes).toHaveProperty(assertDefined(volume.split(':')[0]));
    }
    for (const name of ['site1', 'nginx', 'mariadb', 'redis']) expect(services[name]?.healthcheck).toBeDefined();
  });

  it('gives the nodes settings that readConfig accepts', () => {
    const secrets = { DB_PASSWORD: 'dbsecret', REDIS_PASSWORD: 'redissecret', ADMIN_PASSWORD: 'adminsecret' };
    const settings = Object.fromEntries(
      Object.entries(services.site1?.environment ?? {}).map(([name, value]) => [name, interpolate(value, secrets)]),
    );
    const folder = mkdtempSync(join(tmpdir(), 'plinth-compose-'));
    // Unknown names in a .env file are rejected.
    writeFileSync(
      join(folder, '.env'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    );
    const config = readConfig(root, {}, folder);
    rmSync(folder, { recursive: true });
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      production: true,
      trustProxy: 1,
      dataDir: '/data',
      demo: false,
      adminPassword: 'adminsecret',
      siteUrl: 'http://localhost:8080',
    });
    expect(config.databaseUrl).toBe('mysql://plinth:dbsecret@mariadb:3306/plinth');
    expect(config.redisUrl).toBe('redis://:redissecret@redis:6379');
  });

  it('passes or sets every known setting', () => {
    expect(Object.keys(services.site1?.environment ?? {}).sort()).toEqual([...SETTINGS].sort());
  });

  it('stores backups in a separate volume', () => {
    const folder = services.site1?.environment?.BACKUP_DIR;
    expect(services.site1?.volumes).toContain(`backups:${folder}`);
    expect(services.site1?.build?.dockerfile_inline).toMatch(new RegExp(`chown -R node:node .*${folder}`));
  });

  it('limits every log, and sets the InnoDB buffer pool size', () => {
    for (const [name, { logging }] of Object.entries(services))
      expect({ name, ...logging?.options }).toMatchObject({
        name,
        'max-size': expect.stringMatching(/\d+m/) as string,
        'max-file': expect.stringMatching(/^\d+$/) as string,
      });
    expect(services.mariadb?.command?.join(' ')).toContain('--innodb-buffer-pool-size=');
  });

  it('checks the health of nodes and nginx by /readyz', () => {
    for (const name of ['site1', 'site2', 'nginx'])
      expect(services[name]?.healthcheck?.test.join(' ')).toContain(':8080/readyz');
  });

  it('makes nginx retry a 503 on the other node without excluding nodes', () => {
    const { content } = assertDefined(compose.configs.nginx);
    expect(content).toMatch(/proxy_next_upstream error timeout http_503;/);
    expect(content).not.toContain('non_idempotent');
    for (const server of content.match(/^\s*server site.*$/gm) ?? []) expect(server).toContain('max_fails=0');
  });

  it('contains no passwords of its own', () => {
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|AUTH/.test(name) && !name.includes('RANDOM')) expect(value).toMatch(/^\$\{\w+:\?/);
      }
    }
  });

  it('escapes nginx variables, and sets proxy headers and body size limit', () => {
    const { content } = assertDefined(compose.configs.nginx);
    expect(content.replaceAll('$$', '')).not.toContain('$');
    for (const name of Object.keys(services).filter((service) => service.startsWith('site')))
      expect(content).toContain(`server ${name}:8080`);
    expect(content).toContain('X-Forwarded-For $$proxy_add_x_forwarded_for');
    expect(content).toContain('client_max_body_size 34m');
    expect((content.match(/\{/g) ?? []).length).toBe((content.match(/\}/g) ?? []).length);
  });

  it('copies only folders that exist', () => {
    const copied = [...(services.site1?.build?.dockerfile_inline ?? '').matchAll(/^COPY (.+) \S+$/gm)].flatMap((line) =>
      line[1]?.split(' '),
    );
    expect(copied).toEqual(
      expect.arrayContaining(['core', 'plugins', 'scaffolds', 'schemas', 'templates', 'themes', 'package-lock.json']),
    );
    expect(copied.filter((path) => !existsSync(join(root, assertDefined(path))))).toEqual([]);
  });
});
