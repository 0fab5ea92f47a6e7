import { type Funding, StaleRoute } from '@interline/core/transfer';
import { asAmount, asUnits, defaultSlippage } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { base, optimism, payer, route, usdc } from './store-samples.ts';
import { expect } from 'chai';

export function storeFundings(given: () => ContractStore): void {
  describe('a route that waits for the float', () => {
    it('has what it was asked with as it came, and what is missing as it was last seen', async () => {
      const { run, reads } = given();
      const stored = funding('rt_1', { refundSecretHash: 'f'.repeat(64) });
      const needs = { token, free: asUnits(2n ** 201n) };
      await run('wait', (tx) => tx.transfers.insertFunding(stored));

      expect(await reads.transfers.funding('rt_1')).to.deep.equal(stored);
      await run('look', (tx) => tx.transfers.changeFunding('rt_1', { needs, triedAtMs: 7 }));
      expect(await reads.transfers.funding('rt_1')).to.deep.equal({
        ...stored,
        needs,
        triedAtMs: 7,
      });
      await run('accept', (tx) => tx.transfers.removeFunding('rt_1'));
      expect(await reads.transfers.funding('rt_1')).to.equal(null);
    });

    it('is counted with the others, and with those of its client', async () => {
      const { run, reads } = given();
      expect(await reads.transfers.waitingFundings('a client')).to.deep.equal({
        all: 0,
        ofClient: 0,
      });
      await run('wait', async (tx) => {
        await tx.transfers.insertFunding(funding('rt_1'));
        await tx.transfers.insertFunding(funding('rt_2'));
        await tx.transfers.insertFunding(funding('rt_3', { client: 'another' }));
      });

      expect(await reads.transfers.waitingFundings('a client')).to.deep.equal({
        all: 3,
        ofClient: 2,
      });
    });

    it('is replaced once by the accepted one, and a slower worker gets an error', async () => {
      const { run, reads } = given();
      const waiting = route('rt_1', { status: 'FUNDS_REQUIRED', phase: 'funding' });
      const accepted = route('rt_1', { status: 'BRIDGING', phase: 'pulling' });
      await run('wait', (tx) => tx.transfers.insertRoute(waiting));
      const replace = () => run('go on', (tx) => tx.transfers.replaceRoute(waiting, accepted));
      const stored = await replace();

      expect([stored.status, stored.phase, stored.version]).to.deep.equal([
        'BRIDGING',
        'pulling',
        waiting.version + 1,
      ]);
      expect(await reads.transfers.route('rt_1')).to.deep.equal(stored);
      expect(await rejection(replace())).to.be.instanceOf(StaleRoute);
      expect(await reads.transfers.route('rt_1')).to.deep.equal(stored);
    });
  });
}

const token = { chain: optimism, address: usdc, symbol: 'USDC', decimals: 6, asset: 'USD' };

function funding(routeId: string, change: Partial<Funding> = {}): Funding {
  return {
    routeId,
    client: 'a client',
    request: {
      quote: {
        lane: { from: base, to: optimism },
        from: { ...token, chain: base },
        to: token,
        amount: asAmount(2n ** 200n),
        payer,
        recipient: payer,
        slippage: defaultSlippage,
      },
      mode: 'permit2',
      claimedSpender: null,
      minOut: asUnits(5n),
      live: true,
      dryRun: false,
      allowBurnAddress: false,
      excludeRails: ['lifi'],
      onlyEnforced: false,
      sandbox: null,
      isOperator: false,
    },
    needs: { token, free: asUnits(2n ** 200n) },
    refundSecretHash: null,
    expiresAtMs: 1_763_600_900_000,
    triedAtMs: null,
    ...change,
  };
}
