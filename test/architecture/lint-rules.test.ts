import { expect } from 'chai';
import { ESLint, type Linter } from 'eslint';
import { fileURLToPath } from 'node:url';

/** What keeps `any` and forgotten promises out; presets may change, these may not. */
const required = [
  'await-thenable',
  'no-explicit-any',
  'no-floating-promises',
  'no-misused-promises',
  'no-non-null-assertion',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'switch-exhaustiveness-check',
];

describe('the linter', () => {
  for (const path of ['core/transfer/quote/rank-quotes.ts', 'test/http/answers.test.ts'])
    it(`refuses unsafe types and floating promises in ${path}`, async () => {
      const eslint = new ESLint({ cwd: fileURLToPath(new URL('../../', import.meta.url)) });

      // CAST: typed as any by eslint.
      const { rules } = (await eslint.calculateConfigForFile(path)) as Linter.Config;

      expect(
        required.filter((rule) => severityOf(rules?.[`@typescript-eslint/${rule}`]) !== 2),
      ).to.deep.equal([]);
    });
});

function severityOf(entry: Linter.RuleEntry | undefined): Linter.RuleSeverity | undefined {
  return Array.isArray(entry) ? entry[0] : entry; // CAST: a rule's entry starts with its severity.
}
