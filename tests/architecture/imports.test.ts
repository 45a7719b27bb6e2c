import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { assertDefined } from '../kit/assert-defined.js';

const root = join(__dirname, '..', '..');

/** Source files of the project in a folder. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Imports of a file: paths within the project, and package names. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target = '']) => target);
  return found.map((target) =>
    target.startsWith('.')
      ? normalize(join(dirname(file), target))
          .split(sep)
          .join('/')
          .replace(/\.js$/, '.ts')
      : target,
  );
}

const core = sources('core');
const plugins = sources('plugins');

describe('imports and structure of the code', () => {
  it('lets plugins import only the public API and packages', () => {
    const violations = plugins.flatMap((file) => {
      const own = file.split('/').slice(0, 2).join('/');
      return importsOf(file)
        .filter(
          (target) => target.startsWith('core/') || (target.startsWith('plugins/') && !target.startsWith(`${own}/`)),
        )
        .map((target) => `${file} → ${target}`);
    });
    expect(violations).toEqual([]);
  });

  it('lets core import no plugin', () => {
    const violations = core.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('plugins/'))
        .map((target) => `${file} → ${target}`),
    );
    expect(violations).toEqual([]);
  });

  it.each(['core/api', 'core/context'])('lets %s import nothing from the rest of core', (folder) => {
    const violations = core
      .filter((file) => file.startsWith(`${folder}/`))
      .flatMap((file) =>
        importsOf(file).filter((target) => target.startsWith('core/') && !target.startsWith(`${folder}/`)),
      );
    expect(violations).toEqual([]);
  });

  it('lets core/hooks import only core/api', () => {
    const violations = core
      .filter((file) => file.startsWith('core/hooks/'))
      .flatMap((file) =>
        importsOf(file).filter((target) => target.startsWith('core/') && !/^core\/(hooks|api)\//.test(target)),
      );
    expect(violations).toEqual([]);
  });

  it('contains no import cycle', () => {
    expect(cycles([...core, ...plugins])).toEqual([]);
  });

  it('contains no catch-all file such as utils or helpers', () => {
    const named = [...core, ...plugins].filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.ts|\/)/.test(file));
    expect(named).toEqual([]);
  });

  it('builds no SQL by string interpolation', () => {
    const built = [...core, ...plugins].filter((file) =>
      /\braw\(\s*`[^`]*\$\{/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(built).toEqual([]);
  });
});

/** Finds all import cycles. */
function cycles(files: readonly string[]): string[] {
  const known = new Set(files);
  const edges = new Map(files.map((file) => [file, importsAmong(file).filter((target) => known.has(target))]));
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') return void found.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    state.set(file, 'open');
    for (const target of edges.get(file) ?? []) visit(target, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  return found;
}

/** Includes type imports: two files that depend on each other cannot be separated. */
function importsAmong(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s[^;]*?from\s*'(\.[^']+)'/gms)].map(([, target]) =>
    normalize(join(dirname(file), assertDefined(target)))
      .split(sep)
      .join('/')
      .replace(/\.js$/, '.ts'),
  );
}
