import { expect } from 'chai';
import { checkPrivacy } from './check-privacy.ts';

describe('a config with passes or a private lane', () => {
  const issuesOf = (
    passes: { enabled: boolean } | undefined,
    keys: object,
    privateLane?: { enabled: boolean },
  ): number => {
    const issues: unknown[] = [];
    // CAST: the one method that the check calls.
    const context = { addIssue: (issue: unknown) => issues.push(issue) } as never;
    checkPrivacy({ passes, privateLane, keys }, context);
    return issues.length;
  };

  it('names the secret that their keys are sealed with, or a folder that has it', () => {
    expect([
      issuesOf({ enabled: true }, {}),
      issuesOf({ enabled: true }, { privacy: { env: 'SEAL' } }),
      issuesOf({ enabled: true }, { keystore: 'keys' }),
      issuesOf({ enabled: false }, {}),
      issuesOf(undefined, {}),
      issuesOf(undefined, {}, { enabled: true }),
      issuesOf({ enabled: true }, {}, { enabled: true }),
      issuesOf(undefined, { keystore: 'keys' }, { enabled: true }),
    ]).to.deep.equal([1, 0, 0, 0, 0, 1, 1, 0]);
  });
});
