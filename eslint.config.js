import tseslint from 'typescript-eslint';
import { importX } from 'eslint-plugin-import-x';

/** Effects live at the edge: see the import table in CONTRIBUTING.md. */
const clockAndChance = [
  { object: 'Math', property: 'random', message: 'Pass a Random from src/random.ts instead.' },
  { object: 'Date', property: 'now', message: 'The clock is an argument; only cli/ reads it.' },
  { object: 'performance', property: 'now', message: 'The clock is an argument; only cli/ reads it.' },
];

export default tseslint.config(
  { ignores: ['dist/', 'reports/', 'coverage/', 'node_modules/', 'fixtures/'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-params': ['error', { max: 4 }],
      'import-x/order': 'error',
      'no-console': 'error',
      'no-restricted-properties': ['error', ...clockAndChance],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Numeric code adds fractions and counts of different kinds on purpose; tsc already rejects strings there.
      '@typescript-eslint/restrict-plus-operands': 'off',
    },
  },
  {
    files: ['src/cli/**/*.ts', 'src/bin.ts', 'src/bench/**/*.ts', 'src/pocket/main.ts'],
    rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
  },
);
