import { expect } from 'chai';
import { statusFindings } from './examine-service.ts';

const seen = {
  url: 'http://127.0.0.1:8787',
  terms: { gaslessChains: { 8453: {}, 42161: {} } },
  operators: null,
};

describe('what the doctor says of a running service', () => {
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

  it('counts the chains as not well where one is silent, and leaves out those it does not serve', () => {
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
});
