import { expect } from 'chai';
import { checkPrivacy } from './check-privacy.ts';

describe('a config with passes, a private lane or evidence', () => {
  const issuesOf = (
    passes: { enabled: boolean } | undefined,
    keys: object,
    {
      privateLane,
      messaging = {},
      evidence = {},
    }: {
      privateLane?: { enabled: boolean };
      messaging?: { enabled?: boolean };
      evidence?: { enabled?: boolean };
    } = {},
  ): number => {
    const issues: unknown[] = [];
    // CAST: the one method that the check calls.
    const context = { addIssue: (issue: unknown) => issues.push(issue) } as never;
    checkPrivacy({ passes, privateLane, messaging, evidence, keys }, context);
    return issues.length;
  };

  it('names the secret that their keys are sealed with, or a folder that has it', () => {
    expect([
      issuesOf({ enabled: true }, {}),
      issuesOf({ enabled: true }, { privacy: { env: 'SEAL' } }),
      issuesOf({ enabled: true }, { keystore: 'keys' }),
      issuesOf({ enabled: false }, {}),
      issuesOf(undefined, {}),
      issuesOf(undefined, {}, { privateLane: { enabled: true } }),
      issuesOf({ enabled: true }, {}, { privateLane: { enabled: true } }),
      issuesOf(undefined, { keystore: 'keys' }, { privateLane: { enabled: true } }),
      issuesOf(undefined, {}, { evidence: { enabled: true } }),
      issuesOf(undefined, {}, { evidence: { enabled: false } }),
    ]).to.deep.equal([1, 0, 0, 0, 0, 1, 1, 0, 1, 0]);
  });

  it('has messages only if it has what they are paid with', () => {
    const keys = { keystore: 'keys' };
    expect([
      issuesOf(undefined, keys, { messaging: { enabled: true } }),
      issuesOf({ enabled: false }, keys, { messaging: { enabled: true } }),
      issuesOf({ enabled: true }, keys, { messaging: { enabled: true } }),
      issuesOf(undefined, keys, { messaging: { enabled: false } }),
      issuesOf({ enabled: true }, keys, { messaging: {} }),
    ]).to.deep.equal([1, 1, 0, 0, 0]);
  });
});
