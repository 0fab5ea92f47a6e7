import { ServiceError } from '@interline/client';
import { errorCatalogue } from '@interline/kernel';
import { expect } from 'chai';
import { textOf } from './say-error.ts';

describe('a refusal on the command line', () => {
  it('advises what to run or look at, not which request to send', () => {
    expect([
      said({
        error: 'account-export takes 2 requests in 60 s; the next one in 58631 ms',
        errorCode: 'RATE_LIMITED',
        suggestedAction: 'Wait for Retry-After, then try again.',
        retryAfterMs: 58_631,
      }),
      said({
        error: 'no route has this id',
        errorCode: 'UNKNOWN_ROUTE',
        suggestedAction: 'Use the id that the execute answer carried.',
      }),
      said({
        error: 'there is nothing of this name: id must be the id of a sponsored call',
        errorCode: 'NOT_FOUND',
        suggestedAction: 'Check the method, the path and any id in it.',
      }),
    ]).to.deep.equal([
      'account-export takes 2 requests in 60 s. Try again in 59 s.',
      'no route has this id. Look at the id, and which service --url names; "interline routes ls" lists what was sent from this machine.',
      'there is nothing of this name: id must be the id of a sponsored call. Look at what the command was given, and which service --url names.',
    ]);
  });

  it('names the command by which an owner approves what an agent asked for', () => {
    expect(
      said({
        error: 'the transfer needs approval apr_1: the owner has not decided yet',
        errorCode: 'APPROVAL_REQUIRED',
        suggestedAction: 'Have the owner decide with POST /api/agents/{agentId}/approvals/…',
        details: { agentId: 'agt_1', approvalId: 'apr_1', state: 'asked' },
      }),
    ).to.equal(
      'the transfer needs approval apr_1: the owner has not decided yet. Have the owner run "interline agent approve agt_1 apr_1", then run the same command again.',
    );
  });

  it('names no request if a command does the same', () => {
    for (const code of [
      'UNKNOWN_AGENT',
      'AGENT_FROZEN',
      'AGENT_LIMIT',
      'INVALID_MANDATE',
      'UNKNOWN_MANDATE',
      'MANDATE_USED',
    ] as const)
      expect(
        said({
          error: 'x',
          errorCode: code,
          suggestedAction: errorCatalogue[code].suggestedAction,
        }),
      )
        .to.match(/"interline [^"]+"/)
        .and.not.match(/(GET|POST|PATCH) /);
  });

  it("leaves an operator's advice as the service gave it", () => {
    expect(
      said({
        error: 'no route has this id',
        errorCode: 'UNKNOWN_ROUTE',
        suggestedAction: 'Use an id of "interline desk".',
      }),
    ).to.equal('no route has this id. Use an id of "interline desk".');
  });
});

function said(body: Readonly<Record<string, unknown>>): string {
  return textOf(new ServiceError(404, body));
}
