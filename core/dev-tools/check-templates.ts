import { existsSync, readdirSync } from 'node:fs';
import Handlebars from 'handlebars';
import { closestMatch } from '../api/closest-match.js';
import { standardHelperNames } from '../view/index.js';
import type { Finding } from './finding.js';
import type { Source } from './plugin-files.js';

type HelperCall = hbs.AST.MustacheStatement | hbs.AST.BlockStatement | hbs.AST.SubExpression;

/** Handlebars' built-in helpers. */
const BUILT_IN_HELPERS = ['if', 'unless', 'each', 'with', 'lookup', 'log'];
const LINE_IN_MESSAGE = /\bon line (\d+)/;

/** Returns the names of the partials in a folder of templates. */
export function partialNames(folder: string, prefix = ''): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.hbs'))
        .map((file) => prefix + file.slice(0, -'.hbs'.length))
    : [];
}

/**
 * Reports templates that cannot be parsed, and partials and helpers that do not exist.
 * @param partials names of the available partials
 * @param pluginHelpers names of the helpers that the plugin adds
 */
export function checkTemplates(
  sources: readonly Source[],
  partials: readonly string[],
  pluginHelpers: readonly string[],
): Finding[] {
  const helpers = [...BUILT_IN_HELPERS, ...standardHelperNames(), ...pluginHelpers];
  return sources
    .filter(({ kind }) => kind === 'view')
    .flatMap(({ path, text }) => {
      const template = parseTemplate(text);
      if ('line' in template)
        return [{ level: 'error' as const, check: 'templates' as const, file: path, ...template }];
      const usedNames = new NameCollector();
      usedNames.accept(template);
      return [
        ...usedNames.partials
          .filter(({ name }) => !partials.includes(name) && !usedNames.inline.has(name))
          .map(({ name, line }) => toFinding(path, line, 'partial', name, partials)),
        // Another plugin may add the helper, which only a running site knows, so this is a warning.
        ...usedNames.helpers
          .filter(({ name }) => !helpers.includes(name))
          .map(({ name, line }) => toFinding(path, line, 'helper', name, helpers)),
      ];
    });
}

function parseTemplate(text: string): hbs.AST.Program | { line: number; message: string } {
  try {
    return Handlebars.parse(text);
  } catch (error) {
    const { message } = error as Error;
    return {
      line: Number(LINE_IN_MESSAGE.exec(message)?.[1] ?? 0),
      message: `The template cannot be parsed: ${message.split('\n').at(-1) ?? message}`,
    };
  }
}

/** Collects the names of the partials and helpers that a template uses. */
class NameCollector extends Handlebars.Visitor {
  readonly partials: { readonly name: string; readonly line: number }[] = [];
  readonly helpers: { readonly name: string; readonly line: number }[] = [];
  /** Names of inline partials that the template defines. */
  readonly inline = new Set<string>(['@partial-block']);

  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    this.recordPartial(partial);
    super.PartialStatement(partial);
  }

  override PartialBlockStatement(partial: hbs.AST.PartialBlockStatement): void {
    this.recordPartial(partial);
    super.PartialBlockStatement(partial);
  }

  override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
    const [name] = decorator.params;
    if (name?.type === 'StringLiteral') this.inline.add((name as hbs.AST.StringLiteral).value);
    super.DecoratorBlock(decorator);
  }

  override MustacheStatement(called: hbs.AST.MustacheStatement): void {
    this.recordHelper(called);
    super.MustacheStatement(called);
  }

  override BlockStatement(called: hbs.AST.BlockStatement): void {
    this.recordHelper(called);
    super.BlockStatement(called);
  }

  override SubExpression(called: hbs.AST.SubExpression): void {
    this.recordHelper(called);
    super.SubExpression(called);
  }

  private recordPartial({ name, loc }: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement): void {
    // Partials that are selected at run time cannot be checked.
    if (name.type === 'PathExpression') this.partials.push({ name: name.original, line: loc.start.line });
  }

  /** Ignores a name without arguments, because it is a value and not a helper. */
  private recordHelper({ path, params, loc, type }: HelperCall): void {
    const { original } = path as hbs.AST.PathExpression;
    if (path.type !== 'PathExpression' || (type !== 'SubExpression' && params.length === 0)) return;
    this.helpers.push({ name: original, line: loc.start.line });
  }
}

function toFinding(
  file: string,
  line: number,
  kind: 'partial' | 'helper',
  name: string,
  others: readonly string[],
): Finding {
  const nearest = closestMatch(name, others);
  return {
    level: kind === 'partial' ? 'error' : 'warning',
    check: 'templates',
    file,
    line,
    message: `The ${kind} "${name}" does not exist${nearest === undefined ? ' here.' : `; did you mean "${nearest}"?`}`,
  };
}
