import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

const API = join(__dirname, '../../core/api');

/** A function of the public API. */
export interface ApiMember {
  readonly of: string;
  readonly signature: string;
  /** Its doc comment on one line; empty if it has none. */
  readonly doc: string;
}

/** An exported type, class, function or variable. */
export interface ApiType {
  readonly name: string;
  readonly file: string;
  readonly doc: string;
  readonly members: readonly ApiMember[];
}

/** Returns the exports of `plinth` in the order of its files. */
export function publicApi(): ApiType[] {
  const index = readFileSync(join(API, 'index.ts'), 'utf8');
  const files = [...index.matchAll(/from '\.\/(.+)\.js'/g)].map(([, name]) => join(API, `${name}.ts`));
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    return source.statements.filter(isExported).map((statement) => typeOf(statement, basename(file, '.ts')));
  });
}

/** Returns `docs/api.md`: every function that a plugin can call, with its doc comment. */
export function apiReference(): string {
  const parts = publicApi()
    .filter(({ members }) => members.length > 0)
    .map(({ name, doc, members }) =>
      [
        `## ${name}`,
        '',
        doc,
        '',
        '| Function | What it does |',
        '|---|---|',
        ...members.map((member) => `| \`${cell(member.signature)}\` | ${cell(member.doc)} |`),
        '',
      ].join('\n'),
    );
  return `# API reference\n\nGenerated from the doc comments by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\`; a test checks that it is up to date.\n\nThis page lists every function that the \`plinth\` package exports. Plugins call most of them through their scope; see\n[what a plugin can do](guide/scope.md). The corresponding WordPress function, if there is one, is given in parentheses.\n\n${parts.join('\n')}`;
}

type ExportedDeclaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.FunctionDeclaration
  | ts.VariableStatement;

function isExported(node: ts.Statement): node is ExportedDeclaration {
  if (
    !ts.isInterfaceDeclaration(node) &&
    !ts.isTypeAliasDeclaration(node) &&
    !ts.isClassDeclaration(node) &&
    !ts.isFunctionDeclaration(node) &&
    !ts.isVariableStatement(node)
  )
    return false;
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function typeOf(node: ExportedDeclaration, file: string): ApiType {
  const declared = ts.isVariableStatement(node) ? node.declarationList.declarations[0]?.name : node.name;
  const name = declared?.getText() ?? '';
  return { name, file, doc: docOf(node), members: membersOfExport(node, name) };
}

function membersOfExport(node: ExportedDeclaration, name: string): ApiMember[] {
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) return membersOf(node, name);
  if (!ts.isFunctionDeclaration(node)) return [];
  return [{ of: name, signature: functionSignature(node), doc: docOf(node) }];
}

function membersOf(node: ts.InterfaceDeclaration | ts.ClassDeclaration, of: string): ApiMember[] {
  const members: ApiMember[] = [];
  for (const member of node.members) {
    // Properties of a scope, such as its database and its log, are listed, too.
    const callable =
      ts.isMethodSignature(member) ||
      ts.isMethodDeclaration(member) ||
      (ts.isPropertySignature(member) &&
        member.type !== undefined &&
        (isCallable(member.type) || of === 'PluginScope'));
    if (!callable || ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) continue;
    const signature = signatureOf(member);
    // Overloads share the doc comment of the first signature.
    const doc =
      docOf(member) || (members.find((documented) => nameIn(documented.signature) === nameIn(signature))?.doc ?? '');
    members.push({ of, signature, doc });
  }
  return members;
}

function signatureOf(member: ts.TypeElement | ts.ClassElement): string {
  const body = ts.isMethodDeclaration(member) ? member.body : undefined;
  const text = body ? member.getText().slice(0, -body.getText().length) : member.getText();
  return onOneLine(text.replace(/^readonly /, ''));
}

/** Formats a signature on one line. */
function onOneLine(signature: string): string {
  return signature
    .replace(/\s+/g, ' ')
    .replace(/([<(]) /g, '$1')
    .replace(/,? ([>)])/g, '$1')
    .replace(/; }/g, ' }')
    .replace(/[;\s]+$/, '');
}

function isCallable(type: ts.TypeNode): boolean {
  return (
    ts.isFunctionTypeNode(type) || (ts.isTypeLiteralNode(type) && type.members.some(ts.isCallSignatureDeclaration))
  );
}

/** Formats the signature of a function like that of a member: `isWpError(value: unknown): value is WpError`. */
function functionSignature(node: ts.FunctionDeclaration): string {
  const body = node.body?.getText() ?? '';
  const text = node.getText();
  return onOneLine(text.slice(text.indexOf(node.name?.text ?? ''), text.length - body.length));
}

const nameIn = (signature: string): string => /^\w+/.exec(signature)?.[0] ?? '';

function docOf(node: ts.Node): string {
  const doc = (node as { jsDoc?: ts.JSDoc[] }).jsDoc?.at(-1);
  if (!doc) return '';
  const comment = ts.getTextOfJSDocComment(doc.comment) ?? '';
  const tags = (doc.tags ?? []).map((tag) => {
    const text = ts.getTextOfJSDocComment(tag.comment) ?? '';
    if (ts.isJSDocParameterTag(tag)) return `\`${tag.name.getText()}\`: ${text}.`;
    const { text: name } = tag.tagName;
    if (name === 'since') return `Since ${text}.`;
    return `${name === 'throws' ? 'Throws' : name} ${text}`;
  });
  return [comment, ...tags]
    .join(' ')
    .replace(/\{@link (\w+)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
