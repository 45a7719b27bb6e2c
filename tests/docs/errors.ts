import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../..');

/** An error of the host or of a bundled plugin, as its source has it. */
interface DocumentedError {
  readonly code: string;
  readonly status: number;
  readonly messages: Set<string>;
  readonly hints: Set<string>;
  readonly files: Set<string>;
}

const sources = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

/** `docs/errors.md`: the codes of `PlinthError` in the sources, with their messages, status and hints. */
export function errorCatalogue(): string {
  const errors = new Map<string, DocumentedError>();
  for (const file of [...sources('core'), ...sources('plugins')]) readErrors(file, errors);
  const sections = [...errors.values()]
    .sort((one, other) => one.code.localeCompare(other.code, 'en'))
    .map(({ code, status, messages, hints, files }) =>
      [
        `## ${code}`,
        '',
        `Status ${status}. ${[...files]
          .sort()
          .map((file) => `\`${file}\``)
          .join(', ')}.`,
        '',
        ...[...messages].map((message) => `- ${message}`),
        ...[...hints].map((hint) => `- **What to do:** ${hint}`),
        '',
      ].join('\n'),
    );
  return `# Errors\n\nThe codes of \`PlinthError\` that stand in the sources, each with its messages, status and hints. \`…\` stands for a value; codes and texts\nthat are put together at run time are left out. Written by\n\`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\`; a test keeps it true.\n\n${sections.join('\n')}`;
}

function readErrors(file: string, errors: Map<string, DocumentedError>): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('new PlinthError(')) return;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'PlinthError')
      addError(node, relative(ROOT, file), errors);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function addError(error: ts.NewExpression, file: string, errors: Map<string, DocumentedError>): void {
  const [code, message, options] = error.arguments ?? [];
  if (!code || !ts.isStringLiteral(code)) return;
  const known = errors.get(code.text) ?? {
    code: code.text,
    status: Number(optionOf(options, 'status')?.getText() ?? 500) || 500,
    messages: new Set<string>(),
    hints: new Set<string>(),
    files: new Set<string>(),
  };
  errors.set(code.text, known);
  const messageText = textOf(message);
  if (messageText !== '') known.messages.add(messageText);
  const hint = textOf(optionOf(options, 'hint'));
  if (hint !== '') known.hints.add(hint);
  known.files.add(file);
}

function optionOf(options: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
  for (const one of options.properties)
    if (ts.isPropertyAssignment(one) && one.name.getText() === name) return one.initializer;
  return undefined;
}

/** The text of an expression as a reader may see it; empty when it is made elsewhere. */
function textOf(expression: ts.Expression | undefined): string {
  if (!expression) return '';
  if (ts.isStringLiteralLike(expression)) return clean(expression.text);
  if (ts.isTemplateExpression(expression))
    return clean([expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)].join('…'));
  if (ts.isCallExpression(expression) && /__$/.test(expression.expression.getText()))
    return textOf(expression.arguments[0]);
  return '';
}

const clean = (text: string): string =>
  text
    .replace(/%(?:\d\$)?[sd]/g, '…')
    .replace(/\s+/g, ' ')
    .replaceAll('<', '&lt;')
    .trim();
