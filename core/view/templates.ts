import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { runInThisContext } from 'node:vm';
import Handlebars from 'handlebars';
import { PlinthError } from '../api/index.js';

/** A helper of the templates; the last argument is Handlebars' own. */
export type ViewHelper = (this: unknown, ...args: never[]) => unknown;

/** Handlebars over template files: found in folders in order, compiled once, never from a text that a person typed. */
export interface Templates {
  /** The first of the files that exists. */
  find(candidates: readonly string[]): string | undefined;
  /** @param frame values reachable as `@name`, also inside loops and partials */
  render(file: string, data: unknown, frame?: Readonly<Record<string, unknown>>): string;
  /** Makes every `.hbs` file of these folders a partial, by its name, in the place of all that were; a later folder's wins, and one before it stands in when it fails. */
  setPartials(folders: readonly PartialFolder[]): void;
  /**
   * @param plain whether it leaves `lookupProperty` of Handlebars' options alone, which costs each call a copy of them
   * @throws PlinthError `helper_taken`
   */
  addHelper(name: string, helper: ViewHelper, plain?: boolean): () => void;
  /** Reads the files of a folder anew, which was replaced. */
  forget(folder: string): void;
  /** Changes with the files, for those who keep what was made of them; an edit shows in it within half a second. */
  revision(): number;
}

/** Partials of a folder; those of a plugin are named `<id>/<file>`. */
export interface PartialFolder {
  readonly folder: string;
  readonly prefix?: string;
}

/** Milliseconds between two looks at all files. */
const LOOK_MS = 500;

type Specification = Parameters<typeof Handlebars.template>[0];

/** Handlebars' own helpers that look nothing up. */
const PLAIN = ['if', 'unless', 'each', 'with'];

/** What a text compiles to knows nothing of a site, so that the sites of one process share it. */
const specifications = new Map<string, Specification>();

function specificationOf(text: string): Specification {
  let specification = specifications.get(text);
  if (!specification) {
    // Written by Handlebars from a template file, as its own compile() does.
    specification = runInThisContext(`(${Handlebars.precompile(text) as unknown as string})`) as Specification;
    specifications.set(text, specification);
  }
  return specification;
}

interface TemplateOptions {
  /** Looks at a file's time at each use, so that an edit shows at once. */
  readonly watch: boolean;
  /** Hears of a partial that failed, for which another one stood in. */
  onTrouble?(file: string, error: unknown): void;
}

export function createTemplates({ watch, onTrouble = () => undefined }: TemplateOptions): Templates {
  const engine = Handlebars.create();
  let bound: Handlebars.RuntimeOptions | undefined;
  const plain = new Set(PLAIN);
  const compiled = new Map<string, { mtime: number; template: Handlebars.TemplateDelegate }>();
  const exists = new Map<string, boolean>();
  let revision = 0;
  let looked = { at: -Infinity, found: '' };

  /** The times of all files that were looked for, those that are not there too. */
  const times = (): string =>
    [...exists.keys()].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0).join();

  const present = (file: string): boolean => {
    const known = exists.get(file);
    if (known !== undefined && !watch) return known;
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    exists.set(file, found);
    return found;
  };

  function load(file: string): Handlebars.TemplateDelegate {
    const known = compiled.get(file);
    const mtime = watch || !known ? statSync(file).mtimeMs : known.mtime;
    if (known?.mtime === mtime) return known.template;
    const template = engine.template(specificationOf(readFileSync(file, 'utf8')));
    compiled.set(file, { mtime, template });
    return template;
  }

  /** Many partials are never shown. */
  function lazily(file: string, before: Handlebars.TemplateDelegate | undefined): Handlebars.TemplateDelegate {
    const text = readFileSync(file, 'utf8');
    let template: Handlebars.TemplateDelegate | undefined;
    return (context: unknown, options) => {
      try {
        return (template ??= engine.template(specificationOf(text)))(context, options);
      } catch (error) {
        if (!before) throw error;
        onTrouble(file, error);
        return before(context, options);
      }
    };
  }

  /**
   * What a template gets as a partial of another: helpers, wrapped as Handlebars calls them, and partials. It wraps all helpers anew for each template that is no partial;
   * so each one here is the partial of an empty template, whose own were wrapped once.
   */
  function boundOnce(): Handlebars.RuntimeOptions {
    if (bound) return bound;
    let given: Handlebars.RuntimeOptions = {};
    const hold: Handlebars.TemplateDelegate = (_context, options = {}) => {
      given = options;
      return '';
    };
    engine.template(specificationOf('{{> hold}}'))({}, { partials: { hold } });
    const helpers = Object.fromEntries(Object.entries(engine.helpers).filter(([name]) => plain.has(name)));
    bound = {
      ...given,
      helpers: { ...given.helpers, ...helpers },
      partial: true,
      partials: engine.partials,
    };
    return bound;
  }

  return {
    find: (candidates) => candidates.find(present),
    render(file, data, frame = {}) {
      try {
        return load(file)(data, { ...boundOnce(), data: { ...frame, root: data } });
      } catch (cause) {
        throw new PlinthError('view_failed', `The view ${file} could not be rendered: ${(cause as Error).message}`, {
          hint: 'Correct the template.',
          cause,
        });
      }
    },
    setPartials(folders) {
      for (const name of Object.keys(engine.partials)) engine.unregisterPartial(name);
      const made = new Map<string, Handlebars.TemplateDelegate>();
      for (const { folder, prefix = '' } of folders) {
        for (const file of templateFiles(folder)) {
          const name = prefix + file.slice(0, -4);
          made.set(name, lazily(join(folder, file), made.get(name)));
        }
      }
      for (const [name, partial] of made) engine.registerPartial(name, partial);
      bound = undefined;
    },
    addHelper(name, helper, isPlain = false) {
      if (Object.hasOwn(engine.helpers, name))
        throw new PlinthError('helper_taken', `Templates have a helper "${name}" already.`, {
          hint: 'Begin its name with the plugin’s.',
        });
      engine.registerHelper(name, helper as Handlebars.HelperDelegate);
      if (isPlain) plain.add(name);
      bound = undefined;
      return () => {
        engine.unregisterHelper(name);
        plain.delete(name);
        bound = undefined;
      };
    },
    revision() {
      if (!watch || performance.now() - looked.at < LOOK_MS) return revision;
      const found = times();
      // More files than before are no change of any of them.
      if (!found.startsWith(looked.found)) revision++;
      looked = { at: performance.now(), found };
      return revision;
    },
    forget(folder) {
      revision++;
      for (const known of [compiled, exists])
        for (const file of [...known.keys()]) if (file.startsWith(join(folder, sep))) known.delete(file);
    },
  };
}

function templateFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.hbs'));
  } catch {
    return [];
  }
}
