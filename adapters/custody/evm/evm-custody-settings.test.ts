import { inspect } from 'node:util';
import { expect } from 'chai';
import { type ChainRef, evmChain, TokenList } from '@interline/kernel';
import type { Clock, Log } from '@interline/ports';
import type { EvmChainSettings } from './evm-custody-settings.ts';
import { evmCustody } from './evm-custody.ts';
import { randomSigner } from './signing/signers.ts';

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => log,
};
const clock = { now: () => 0, monotonic: () => 0 } as Clock; // CAST: nothing here waits.
const tokens = new TokenList([]);
const signers = { spender: randomSigner(), float: randomSigner() };
const base: EvmChainSettings = {
  chain: evmChain(1),
  chainId: 1,
  rpcUrls: ['http://127.0.0.1:1/canary-token'],
};

describe("custody's settings", () => {
  const opened = (...chains: EvmChainSettings[]) =>
    evmCustody({ chains, signers, tokens, log, clock });

  it('name its chains and accounts', async () => {
    const custody = opened(base, { ...base, chain: evmChain(10), chainId: 10 });

    expect(custody.chains).to.deep.equal(['eip155:1', 'eip155:10']);
    expect([custody.evmAccounts.spender, custody.evmAccounts.float]).to.deep.equal([
      signers.spender.address,
      signers.float.address,
    ]);
    await custody.close();
  });

  it('are refused when one account would be both', () => {
    expect(() =>
      evmCustody({
        chains: [base],
        signers: { spender: signers.float, float: signers.float },
        tokens,
        log,
        clock,
      }),
    ).to.throw(RangeError, /^spender and float must be two accounts/);
  });

  const mistakes: readonly (readonly [string, EvmChainSettings[], RegExp])[] = [
    [
      'a chain and an id that differ',
      [{ ...base, chainId: 10 }],
      /^chain eip155:1 and chain id 10 do not belong together$/,
    ],
    ['a chain twice', [base, base], /^eip155:1 is configured twice$/],
    ['no URL', [{ ...base, rpcUrls: [] }], /^eip155:1 has no RPC URL$/],
    [
      'no confirmation',
      [{ ...base, confirmations: 0 }],
      /needs a whole number of confirmations from 1; got 0$/,
    ],
    ['an empty batch', [{ ...base, maxBatch: 0 }], /needs a maxBatch from 1; got 0$/],
  ];
  for (const [what, chains, message] of mistakes) {
    it(`are refused with ${what}`, () => {
      expect(() => opened(...chains)).to.throw(RangeError, message);
    });
  }

  it('never repeat a URL, not even one that cannot be used', () => {
    for (const rpcUrl of ['canary-token', 'ftp://canary-token/', 'http://']) {
      let thrown: unknown;
      try {
        opened(base, {
          ...base,
          chain: evmChain(10),
          chainId: 10,
          rpcUrls: ['http://127.0.0.1:1', rpcUrl],
        });
      } catch (error) {
        thrown = error;
      }

      expect(String(thrown)).to.equal(
        'RangeError: the RPC URL of node 2 of eip155:10 is not an http or https URL',
      );
      expect(inspect(thrown, { depth: 9, showHidden: true })).not.to.contain('canary');
    }
  });

  it('cannot be read back from custody', async () => {
    const custody = opened(base);

    expect(
      inspect(custody, { depth: 12, showHidden: true }) + JSON.stringify(custody),
    ).not.to.contain('canary');
    await custody.close();
  });

  it('say which chain is missing', async () => {
    const custody = opened(base);
    const missing = 'eip155:5' as ChainRef;
    const { signal } = new AbortController();

    expect(
      await custody
        .slotsTaken(missing, signers.float.address, signal)
        .catch((error: unknown) => error),
    ).to.deep.include({ code: 'CHAIN_UNREACHABLE', details: { chain: missing } });
    expect(
      await custody.chainReader.gasCost(missing, 1n, signal).catch((error: unknown) => error),
    ).to.deep.include({ code: 'CHAIN_UNREACHABLE' });
    expect(custody.chainReader.isUp(missing)).to.equal(false);
    await custody.close();
  });
});
