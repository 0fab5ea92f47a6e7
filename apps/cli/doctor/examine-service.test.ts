import { expect } from 'chai';
import { probedStatus, statusFindings } from './examine-service.ts';

const seen = {
  url: 'http://127.0.0.1:8787',
  terms: { gaslessChains: { 8453: {}, 42161: {} } },
  operators: null,
};

describe('what the doctor says of a running service', () => {
  it('is asked again while the probe that the first question set off has not ended, 20 times at most', async () => {
    let asked = 0;
    const knownAt = (at: number) => async () => {
      asked += 1;
      return { status: asked >= at ? 'operational' : 'unknown' };
    };

    const atOnce = [await probedStatus(knownAt(1), 0), asked];
    asked = 0;
    const atLast = [await probedStatus(knownAt(20), 0), asked];
    asked = 0;
    const never = [await probedStatus(knownAt(21), 0), asked];

    expect([atOnce, atLast, never]).to.deep.equal([
      [{ status: 'operational' }, 1],
      [{ status: 'operational' }, 20],
      [{ status: 'unknown' }, 20],
    ]);
  });

  it('blames no chain and no rail right after a start, before the service has probed them', () => {
    const findings = statusFindings(
      {
        status: 'unknown',
        nodes: { evm: [{ chainId: 8453, name: 'Base', up: false }] },
        rails: [{ name: 'floatlane', up: false }],
      },
      seen,
    );

    expect(findings).to.deep.equal([
      {
        part: 'service',
        ok: false,
        says: 'at http://127.0.0.1:8787 has not probed its chains and rails yet; ask again in 10 s',
      },
    ]);
  });

  it('says why a rail is not well, or that only the operator can read why', () => {
    const status = {
      status: 'degraded',
      nodes: { evm: [] },
      rails: [
        { name: 'floatlane', up: true },
        { name: 'lifi', up: false },
      ],
    };
    // CAST: what is read of it here.
    const operators = {
      rails: [{ name: 'lifi', up: false, reason: 'its prices fail' }],
    } as unknown as NonNullable<Parameters<typeof statusFindings>[1]['operators']>;

    const [stranger, operator] = [
      statusFindings(status, seen),
      statusFindings(status, { ...seen, operators }),
    ].map((findings) => findings.filter(({ part }) => part === 'rail').map(({ says }) => says));

    expect(stranger).to.deep.equal([
      'floatlane',
      'lifi is not well; why is for its operator: run this with INTERLINE_OPERATOR_TOKEN',
    ]);
    expect(operator).to.deep.equal(['floatlane', 'lifi: its prices fail']);
  });

  it('counts the chains as not well if one is silent, and leaves out those it does not serve', () => {
    const arbitrum = { chainId: 42161, name: 'Arbitrum' };
    const nodes = (isUp: boolean) => ({
      evm: [
        { chainId: 8453, name: 'Base', up: true },
        { ...arbitrum, up: isUp },
        { chainId: 10, name: 'Optimism', up: false },
      ],
    });

    const silent = statusFindings({ status: 'degraded', nodes: nodes(false) }, seen);
    const well = statusFindings({ status: 'operational', nodes: nodes(true) }, seen);

    expect(silent.slice(1)).to.deep.equal([
      { part: 'chain', ok: false, says: '42161 Arbitrum does not answer' },
      { part: 'chains', ok: false, says: "1 of the deployment's 2 EVM chains answer" },
    ]);
    expect(well.slice(1)).to.deep.equal([
      { part: 'chains', ok: true, says: "2 of the deployment's 2 EVM chains answer" },
    ]);
  });

  it('names the nodes beyond the EVM that answer, and which of them is simulated', () => {
    const nodes = {
      evm: [
        { chainId: 8453, name: 'Base', up: true },
        { chainId: 42161, name: 'Arbitrum', up: true },
      ],
      nonEvm: [
        { name: 'stellar', up: true, simulated: true },
        { name: 'solana', up: false },
        { name: 'bitcoin', up: true },
      ],
    };

    expect(statusFindings({ status: 'operational', nodes }, seen).slice(1)).to.deep.equal([
      {
        part: 'chains',
        ok: true,
        says: "2 of the deployment's 2 EVM chains answer, and beside them stellar (simulated), bitcoin",
      },
    ]);
  });
});
