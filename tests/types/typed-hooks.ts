import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const API = join(__dirname, '../../core/api/index.ts');

/** Types that a parameter accepts, by the names used in the recorded requests. */
export type Kinds = readonly string[];

/** The declared hooks of one kind. */
export interface TypedHooks {
  /** Hooks with fixed names, with the types of each parameter. */
  readonly names: ReadonlyMap<string, readonly Kinds[]>;
  /** Hooks with variable names, in which a star stands for the variable part. */
  readonly patterns: ReadonlyMap<string, readonly Kinds[]>;
}

/** Reads the hooks declared by the plugin API, without those of the bundled plugins. */
export function typedHooks(): Record<'filter' | 'action', TypedHooks> {
  const config = ts.parseConfigFileTextToJson(
    'tsconfig.json',
    readFileSync(join(__dirname, '../../tsconfig.json'), 'utf8'),
  ).config as { compilerOptions: object };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, incremental: false, tsBuildInfoFile: undefined, types: ['node'] },
    join(__dirname, '../..'),
  );
  const program = ts.createProgram([API], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(API) as ts.SourceFile;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol);
  const typeOf = (name: string): ts.Type => {
    const found = exported.find((symbol) => symbol.name === name) as ts.Symbol;
    return checker.getDeclaredTypeOfSymbol(
      found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found,
    );
  };
  const parametersOf = (type: ts.Type): Kinds[] =>
    (type.getCallSignatures()[0]?.getParameters() ?? []).map((parameter) =>
      kindsOf(checker.getTypeOfSymbolAtLocation(parameter, source), checker),
    );
  const read = (exact: string, patterns: string): TypedHooks => ({
    names: new Map(
      checker
        .getPropertiesOfType(typeOf(exact))
        .map((symbol) => [symbol.name, parametersOf(checker.getTypeOfSymbolAtLocation(symbol, source))]),
    ),
    patterns: new Map(
      checker
        .getIndexInfosOfType(typeOf(patterns))
        .map(({ keyType, type }) => [(keyType as ts.TemplateLiteralType).texts.join('*'), parametersOf(type)]),
    ),
  });
  return { filter: read('Filters', 'FilterPatterns'), action: read('Actions', 'ActionPatterns') };
}

function kindsOf(type: ts.Type, checker: ts.TypeChecker): Kinds {
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return ['anything'];
  const parts = type.isUnion() ? type.types : [type];
  return [...new Set(parts.map((part) => kindOf(part, checker)))];
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'int';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'bool';
  if (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return 'null';
  return checker.isArrayLikeType(type) ? 'array' : 'object';
}
