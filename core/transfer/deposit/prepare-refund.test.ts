import { asAddress, asUnits, chainRef, refuse } from '@interline/kernel';
import type { Prepared, TransactionRequest } from '@interline/ports';
import { expect } from 'chai';
import type { TransferPorts } from '../ports.ts';
import { prepareRefund } from './prepare-refund.ts';

const chain = chainRef('bip122:000000000019d6689c085ae165831e93');
const to = asAddress('bc1qrefund');
const { signal } = new AbortController();

describe('a refund in the coin that pays for its own inclusion', () => {
  it("loses exactly the miner's fee", async () => {
    expect(await refundOf(50_000n)).to.deep.equal({ sends: 49_859n });
  });

  it('also loses the cost of spending its parts after the first', async () => {
    expect(await refundOf(50_000n, { forParts: 5_742n })).to.deep.equal({ sends: 44_117n });
  });

  it('pays once for a coin that is spent for it now and may be one of its parts', async () => {
    const sends = async (forParts: bigint) =>
      await refundOf(50_000n, { forParts, miner: 1_221n, coins: 1_080n });

    expect(await sends(0n)).to.deep.equal({ sends: 48_779n });
    expect(await sends(1_080n)).to.deep.equal({ sends: 48_779n });
    expect(await sends(1_081n)).to.deep.equal({ sends: 48_778n });
    expect(await sends(5_742n)).to.deep.equal({ sends: 44_117n });
  });

  it('loses the current cost of spending the coins that it refunds, and nothing else for them', async () => {
    const given = { miner: 1_221n, named: 1_080n, forParts: 5_742n };

    expect(await refundOf(50_000n, given)).to.deep.equal({ sends: 48_779n });
    expect(await refundOf(1_221n, given)).to.deep.equal({
      held: 'it is worth less than it costs to send back',
    });
  });

  it("loses nothing for the delivered part's coins, which were already paid for, if it is their rest", async () => {
    expect(await refundOf(50_000n, { miner: 1_221n, named: 1_080n, isRest: true })).to.deep.equal({
      sends: 49_859n,
    });
  });

  it('is held if the cost takes all of it, and sent if one unit above the dust is left', async () => {
    expect(await refundOf(141n)).to.deep.equal({
      held: 'it is worth less than it costs to send back',
    });
    expect(await refundOf(434n)).to.deep.equal({
      held: 'what is left after the miner fee is too little to be sent',
    });
    expect(await refundOf(435n)).to.deep.equal({ sends: 294n });
  });

  it('is refunded in full if another coin pays for it', async () => {
    expect(await refundOf(50_000n, { address: 'a token' })).to.deep.equal({ sends: 50_000n });
  });
});

/** `coins` of the cost are for the inputs after the first; a payout below 294 sats is dust. */
async function refundOf(
  units: bigint,
  {
    address = 'native',
    forParts = 0n,
    miner = 141n,
    coins = 0n,
    named = null as bigint | null,
    isRest = false,
  } = {},
) {
  const spends = named === null ? [] : [{ index: 1, tx: 'a', output: 0 }];
  const custody = {
    async prepare(request: TransactionRequest) {
      if (request.kind !== 'payout' || request.units < (address === 'native' ? 1n : 0n))
        throw new Error('not a refund');
      return request.units < 294n && request.units !== units
        ? refuse('SIMULATION_FAILED', 'dust')
        : {
            ok: true,
            value: [
              {
                nextBlockCost: miner,
                ...(named === null ? { coinsCost: coins } : { namedCost: named }),
              },
            ] as unknown as readonly Prepared[], // CAST: what it costs.
          };
    },
  } as unknown as TransferPorts['custody']; // CAST: what a refund is prepared with.
  const from = { chain, address, symbol: 'BTC', decimals: 8, asset: 'BTC' };
  const ready = await prepareRefund(
    { custody },
    { from, to, units: asUnits(units), isRest, forParts: asUnits(forParts), spends },
    signal,
  );
  return ready.ok ? { sends: ready.net } : { held: ready.reason };
}
