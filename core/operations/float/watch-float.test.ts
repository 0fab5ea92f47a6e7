import { asUnits, evmAddress, evmChain, TokenList, type TokenRef } from '@interline/kernel';
import type { Log } from '@interline/ports';
import { expect } from 'chai';
import { floatLevels, type FloatPorts } from './float-levels.ts';
import { watchFloat } from './watch-float.ts';

const base = evmChain(8453);
const usdc: TokenRef = {
  chain: base,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};
const account = evmAddress('0x3000000000000000000000000000000000000fed');

/** A float of USDC with a target of 1,000 units, and accounts with some coin. */
function holding(free: { usdc: bigint; coin: bigint }): FloatPorts {
  const ports = {
    custody: { chains: [base], account: () => account, roles: () => ['spender', 'float'] },
    tokens: new TokenList([usdc]),
    clock: { now: () => Date.UTC(2027, 0, 15, 12) },
    targets: {
      of: () => ({ units: asUnits(1_000n), from: 'config' as const }),
      refresh: async () => undefined,
      forget: () => undefined,
    },
    policy: {
      alarms: new Map([[`${base}/${usdc.address}`, { belowPct: 25, abovePct: 200 }]]),
      gasBelow: new Map([[base, asUnits(100n)]]),
      maxRebalanceCostBps: 30,
    },
    store: {
      reads: {
        transactions: {
          holding: async ({ token }: { readonly token: string }) => ({
            reading: { units: asUnits(token === 'native' ? free.coin : free.usdc), block: 7 },
            taken: 0n,
          }),
        },
        books: {
          dayTotals: async (from: string, to: string) =>
            from === '2027-01-14' && to === from
              ? [
                  { chain: base, kind: 'gas', units: 30n },
                  { chain: base, kind: 'gas-adjustment', units: 10n },
                  { chain: base, kind: 'fees', units: -500n },
                ]
              : [],
        },
      },
    },
  };
  return ports as unknown as FloatPorts; // CAST: all that the levels read.
}

describe('the monitor of float and gas', () => {
  it('alarms below and above the bounds and not at them, and logs each alarm and each recovery once', async () => {
    const free = { usdc: 250n, coin: 100n };
    const said: string[] = [];
    const say = (event: string, fields = {}): void => {
      said.push(`${event} ${Object.values(fields).join()}`);
    };
    const log: Pick<Log, 'warn' | 'info'> = { warn: say, info: say };
    const ports = holding(free);
    const look = watchFloat({
      levels: () => floatLevels(ports),
      log: log as Log, // CAST: it logs nothing else.
    });
    const saidAt = async (change: Partial<typeof free>): Promise<readonly string[]> => {
      Object.assign(free, change);
      await look();
      return said.splice(0);
    };

    expect(await saidAt({})).to.deep.equal([]);
    expect(await saidAt({ usdc: 249n })).to.deep.equal([
      'float-alarm USDC on eip155:8453 is below: 24 % of its target',
    ]);
    expect(await saidAt({ usdc: 10n })).to.deep.equal([]);
    expect(await saidAt({ usdc: 2_009n, coin: 99n })).to.deep.equal([
      'float-alarm the coin of the spender on eip155:8453 is below',
      'float-alarm the coin of the float on eip155:8453 is below',
      'float-alarm-over USDC on eip155:8453 below',
    ]);
    expect(await saidAt({ usdc: 2_010n, coin: 100n })).to.deep.equal([
      'float-alarm USDC on eip155:8453 is above: 201 % of its target',
      'float-alarm-over coin of the spender on eip155:8453',
      'float-alarm-over coin of the float on eip155:8453',
    ]);
  });

  it("reports how many days the coin of both accounts lasts at the last complete day's use", async () => {
    const { gasUse } = await floatLevels(holding({ usdc: 0n, coin: 139n }));

    expect(gasUse).to.deep.equal([{ chain: base, day: '2027-01-14', used: 40n, daysLeft: 6n }]);
  });
});
