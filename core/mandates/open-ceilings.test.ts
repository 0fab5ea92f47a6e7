import {
  type Amount,
  asAmount,
  asUnits,
  bps,
  evmAddress,
  evmChain,
  isRelayError,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import { expect } from 'chai';
import type { Ceiling, Mandate } from './mandate.ts';
import { roomForCeiling } from './open-ceilings.ts';

const base = evmChain(8453);
const usdc: TokenRef = {
  chain: base,
  address: evmAddress(`0x${'22'.repeat(20)}`),
  symbol: 'USDC',
  asset: 'USD',
  decimals: 6,
};
const walletOf = (at: number) => evmAddress(`0x${at.toString(16).padStart(40, '0')}`);
const dollars = (count: number) => asAmount(BigInt(count) * 1_000_000n);
const { signal } = new AbortController();

describe('the room for one more allowance', () => {
  it('is found behind any number of wallets that one purse went through', async () => {
    // A purse of 100 dollars, twice the thousand wallets that fill a chain of 100,000.
    const scene = given({ wallets: 2_000, each: 100 });
    const purse = walletOf(1_999);
    scene.holds(purse, 100);
    const honest = walletOf(9_999);
    scene.holds(honest, 1_000);

    const outcomes: string[] = [];
    for (let tries = 0; tries < 4; tries += 1) outcomes.push(await scene.ask(honest, 1_000));

    expect(outcomes).to.deep.equal(['RELAYER_BUSY', 'RELAYER_BUSY', 'taken', 'taken']);
    expect(scene.looksAtOnce).to.be.at.most(40);
  });

  it('is used up while the wallets hold what they allow', async () => {
    const scene = given({ wallets: 1_000, each: 100 });
    for (let at = 0; at < 1_000; at += 1) scene.holds(walletOf(at), 100);
    const honest = walletOf(9_999);
    scene.holds(honest, 1_000);

    for (let tries = 0; tries < 4; tries += 1)
      expect(await scene.ask(honest, 1_000)).to.equal('RELAYER_BUSY');
  });
});

describe('an allowance', () => {
  it('is worth a dollar or more', async () => {
    const scene = given({ wallets: 0, each: 0 });

    expect(await scene.askUnits(1_000_000n)).to.equal('taken');
    expect(await scene.askUnits(999_999n)).to.equal('BAD_AMOUNT');
  });
});

/** A chain with the allowances of wallets that held all of them when they registered. */
function given({ wallets, each }: { readonly wallets: number; readonly each: number }) {
  const balances = new Map<string, bigint>();
  let atOnce = 0;
  let looksAtOnce = 0;
  const ceilingOf = (at: number, owner = walletOf(at), units = dollars(each)): Ceiling => ({
    chain: base,
    owner,
    token: usdc.address as Ceiling['token'],
    units,
    heldUnits: units,
    spender: walletOf(1),
    expiresSec: 2_000_000_000,
    nonce: 0n,
    sigDeadline: 0n,
    signature: '0x01',
  });
  const open = Array.from(
    { length: wallets },
    (_, at): Pick<Mandate, 'id' | 'account' | 'ceiling'> => ({
      id: `mnd_${at}`,
      account: walletOf(at),
      ceiling: ceilingOf(at),
    }),
  );
  const room = roomForCeiling({
    custody: {
      payerState: async (_chain, _token, payer) => {
        atOnce += 1;
        looksAtOnce = Math.max(looksAtOnce, atOnce);
        await Promise.resolve();
        atOnce -= 1;
        return { balance: asUnits(balances.get(payer) ?? 0n) } as never;
      },
    },
    price: { priceOf: async () => ({ microUsd: 1_000_000n }) as never },
    tokens: new TokenList([usdc]),
    policy: { maxOpenPullsUsd: 100_000, openPullsShareBps: bps(5_000) },
  });
  const reads = { openCeilings: async () => open };
  const ask = async (wallet: ReturnType<typeof walletOf>, units: Amount): Promise<string> => {
    const ceiling = ceilingOf(0, wallet, units);
    try {
      const assertRoom = await room({ account: wallet, ceiling }, reads, 1_000, signal);
      await assertRoom(reads, 1_000);
      return 'taken';
    } catch (error) {
      if (isRelayError(error)) return error.code;
      throw error;
    }
  };
  return {
    get looksAtOnce() {
      return looksAtOnce;
    },
    holds: (wallet: string, count: number) => balances.set(wallet, dollars(count)),
    ask: (wallet: ReturnType<typeof walletOf>, count: number) => ask(wallet, dollars(count)),
    askUnits: (units: bigint) => ask(walletOf(9_999), asAmount(units)),
  };
}
