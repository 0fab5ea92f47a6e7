import { parts } from '@interline/server';
import { expect } from 'chai';
import { verifyMessage } from 'ethers';
import { createHash } from 'node:crypto';
import { type Harness, startHarness } from '../support/harness.ts';

interface Reserves {
  readonly epoch: string;
  readonly assets: readonly {
    readonly chain: number;
    readonly holdings: readonly { readonly account: string }[];
  }[];
  readonly addresses: readonly {
    readonly chain: number;
    readonly address: string;
    readonly proof: string | null;
  }[];
}

describe('the accounts that the reserves name', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  it('are shown to be ours: each has signed the day and the figures, and no other figures', async () => {
    const evidence = harness.container.get(parts.evidence);
    await harness.container.get(parts.books).reconcile();
    await evidence.duties.find(({ name }) => name === 'reserves')?.run();
    const { jws } = await evidence.reserves(null);
    const claims = JSON.parse(
      Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString(),
    ) as Reserves; // CAST: judged below.

    const hash = createHash('sha256').update(JSON.stringify(claims.assets)).digest('hex');
    const text = `interline-reserves/v1\n${claims.epoch}\n${hash}`;
    const holders = new Set(
      claims.assets.flatMap(({ chain, holdings }) =>
        holdings.map(({ account }) => `${chain} ${account}`),
      ),
    );
    const { spender, float } = harness.container.get(parts.evm).evmAccounts;

    expect(
      new Set(claims.addresses.map(({ chain, address }) => `${chain} ${address}`)),
    ).to.deep.equal(holders);
    expect(new Set(claims.addresses.map(({ address }) => address))).to.deep.equal(
      new Set([spender, float]),
    );
    for (const { address, proof } of claims.addresses) {
      expect(verifyMessage(text, proof ?? '').toLowerCase()).to.equal(address);
      expect(
        verifyMessage(text.replace(hash, `${hash.slice(1)}0`), proof ?? '').toLowerCase(),
      ).not.to.equal(address);
    }
  });
});
