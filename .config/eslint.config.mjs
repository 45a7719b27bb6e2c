import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** V8 takes fifteen times as long to make a generator function as to run one; see `core/api/steps.ts`. */
const MADE_ANEW = {
  selector: "CallExpression[callee.name='inSteps'] > FunctionExpression[generator=true]",
  message: 'Made anew for each call: take stepwise().',
};

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'data/**',
      'node_modules/**',
      '**/assets/**/*.js',
      'tests/fixtures/plugins/**',
      '**/*.mjs',
      '**/*.cjs',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: new URL('..', import.meta.url).pathname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      // Parts are objects of plain functions; none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      // Rows of a query get their type where they are read.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      'no-control-regex': 'off',
      'no-console': 'error',
    },
  },
  // The build assigns what a literal spreads, which would work an accessor out at once (`core/plugins/quick-spread.ts`).
  {
    files: ['core/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        MADE_ANEW,
        {
          selector: 'ObjectExpression:has(> SpreadElement) > Property[kind=/^[gs]et$/]',
          message: 'A literal that spreads holds no accessor: take a function.',
        },
      ],
    },
  },
  { files: ['plugins/**'], rules: { 'no-restricted-syntax': ['error', MADE_ANEW] } },
  // In browsers the console is the log.
  { files: ['core/cli/**', 'core/boot/**', 'core/admin/assets/**', 'tests/**'], rules: { 'no-console': 'off' } },
  {
    files: ['tests/**'],
    rules: {
      // Bodies of HTTP answers are untyped until a test has looked at them.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
);
