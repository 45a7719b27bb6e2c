/**
 * ESLint's `max-lines-per-function` counts the functions inside a function as well, so a factory of thirty small
 * functions looks like one long one. This rule counts a function's own lines of code: without blank lines, comments,
 * and the bodies of functions inside it, each of which is counted separately.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const maxOwnLines = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Limit the lines of code of a function, functions inside it apart' },
    schema: [{ type: 'object', properties: { max: { type: 'integer', minimum: 1 } }, additionalProperties: false }],
    messages: { tooLong: 'This function has {{lines}} lines of its own (at most {{max}}). Split it by subject.' },
  },
  create(context) {
    const { max = 60 } = context.options[0] ?? {};
    /** @type {Set<number>[]} Lines of each open function, the innermost last. */
    const open = [];
    const { sourceCode } = context;
    const codeLines = new Set(sourceCode.ast.tokens.flatMap(({ loc }) => range(loc.start.line, loc.end.line)));

    /** @param {import('estree').Node} node */
    const enter = (node) => {
      open.push(new Set(linesOf(node).filter((line) => codeLines.has(line))));
    };
    /** @param {import('estree').Node} node */
    const exit = (node) => {
      const lines = open.pop()?.size ?? 0;
      if (lines > max) context.report({ node, messageId: 'tooLong', data: { lines: String(lines), max: String(max) } });
      const outer = open.at(-1);
      // The line on which an inner function starts belongs to both.
      for (const line of linesOf(node).slice(1)) outer?.delete(line);
    };
    return {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionDeclaration:exit': exit,
      'FunctionExpression:exit': exit,
      'ArrowFunctionExpression:exit': exit,
    };
  },
};

/** @param {import('estree').Node} node */
const linesOf = ({ loc }) => (loc ? range(loc.start.line, loc.end.line) : []);

/**
 * @param {number} first
 * @param {number} last
 */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
