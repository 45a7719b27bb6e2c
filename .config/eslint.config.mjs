import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { maxOwnLines } from './own-lines.mjs';
import { retiredWords } from './retired-words.mjs';

/** Browser scripts are TypeScript, except those written by authors without a build step. */
const SCRIPTS = ['**/*.mjs', '**/*.cjs', '**/*.js'];

/** Functions that consist of one long table or text, to be read from top to bottom, without branches. */
const TABLES = [
  'core/app/host-hooks.ts',
  'core/content/types/builtin-types.ts',
  'core/rest/wp-v2/**/*schema.ts',
  'plugins/compliance/pages/templates/**',
  'plugins/store/contract/*-hooks.ts',
];

/** Complex code is allowed there: its functions share the state of one run, and each is small. */
const HOOK_RUNNER = ['core/hooks/hooks.ts', 'core/hooks/runner.ts'];

/** The stored options and their cache share one closure. */
const OPTION_STORE = ['core/options/option-store.ts'];

/** WordPress's signatures, which plugins rely on. */
const WORDPRESS_SIGNATURES = [
  'core/api/**',
  'core/content/attachments/image-markup.ts',
  'core/content/comments/moderation-rules.ts',
  'core/plugins/scope/settings-forms.ts',
];

/** @type {import('eslint').Linter.Config} */
const withoutTypes = tseslint.configs.disableTypeChecked;

export default tseslint.config(
  { ignores: ['dist/**', 'data/**', 'node_modules/**', 'tests/fixtures/plugins/**', 'plugins/*/assets/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: new URL('..', import.meta.url).pathname },
    },
    plugins: { plinth: { rules: { 'max-own-lines': maxOwnLines, 'retired-words': retiredWords } } },
    rules: {
      'plinth/retired-words': 'error',
      complexity: ['error', 20],
      'max-depth': ['error', 4],
      'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      'no-nested-ternary': 'error',
      'plinth/max-own-lines': ['error', { max: 60 }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      // Modules are objects of plain functions; none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      'no-control-regex': 'off',
      'no-console': 'error',
    },
  },
  { files: TABLES, rules: { 'max-lines-per-function': 'off', 'plinth/max-own-lines': 'off' } },
  // A page component is a closure over its elements and the data it has loaded.
  {
    files: ['core/admin/assets/**', 'plugins/*/client/**'],
    rules: { 'max-lines-per-function': ['error', { max: 220, skipBlankLines: true, skipComments: true }] },
  },
  { files: [...HOOK_RUNNER, ...OPTION_STORE], rules: { 'max-lines-per-function': 'off' } },
  { files: WORDPRESS_SIGNATURES, rules: { 'max-params': 'off' } },
  {
    files: SCRIPTS,
    ...withoutTypes,
    languageOptions: { ...withoutTypes.languageOptions, globals: globals.node },
  },
  // Types of extensions are those of the packed package; `tests/examples` and `tests/dev-tools` check them as authors
  // do.
  {
    files: ['examples/**/*.ts', 'scaffolds/**/*.ts'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false, project: false } },
  },
  // WordPress's test kit selects one of its builds by `require`.
  { files: ['tests/clients/wordpress-clients.ts'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // Loaded by an author's browser unmodified.
  { files: ['examples/*/assets/**', 'scaffolds/*/assets/**'], languageOptions: { globals: globals.browser } },
  // In browsers and on the command line, the console is the log.
  {
    files: [
      'core/cli/**',
      'core/process/**',
      'core/build/**',
      'core/app/**',
      '**/assets/**',
      'tests/**',
      'examples/**',
      'scaffolds/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['tests/**/*.{ts,mjs}'],
    rules: {
      // A `describe` is as long as its number of tests requires, and a scenario of many steps is read from top to
      // bottom.
      'max-lines-per-function': 'off',
      'plinth/max-own-lines': ['error', { max: 140 }],
      complexity: ['error', 40],
      'max-depth': ['error', 5],
      'max-params': ['error', 7],
      // Bodies of HTTP responses are untyped until a test has checked them.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
);
