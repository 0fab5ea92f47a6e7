import {
  asUnits,
  evmAddress,
  evmChain,
  type Hex,
  RelayError,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import { expect } from 'chai';
import { type CallRequest, prepareCall } from './prepare-call.ts';
import type { SponsorPorts } from './ports.ts';

const account = evmAddress(`0xaa${'0'.repeat(38)}`);
const { signal } = new AbortController();

/** Calls that take 100,000 gas and cost a fee of 0.6 USDC, on a chain where an operation may take so much. */
async function preparedOn(
  chainId: number,
  {
    balance = 10_000_000n,
    isServed = true,
    mostGas = 500_000n,
  }: { readonly balance?: bigint; readonly isServed?: boolean; readonly mostGas?: bigint } = {},
): Promise<Units | string> {
  const chain = evmChain(chainId);
  const usdc = {
    chain,
    address: `0x70${'0'.repeat(38)}`,
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  };
  const coin = { chain, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' };
  const ports = {
    sponsored: {
      chains: [evmChain(1), evmChain(8453)],
      isServed: async () => isServed,
      forbidden: [],
      approvalsIn: () => [],
      accountAt: async () => ({ code: 'none', nonce: 0, pendingNonce: 0, operationNonce: 0n }),
      feeCall: () => ({ to: account, value: 0n, data: '0x' }),
      batchOf: (): Hex => '0x',
      tryCalls: async () => ({ ok: true, gas: 100_000n, changes: [] }),
      callGasFor: (_: unknown, gas: bigint) => (gas > mostGas ? null : gas),
      costAlone: async (_: unknown, gas: bigint) => gas * 1_200_000_000n,
      toSign: () => ({ hash: '0x', typedData: {} }),
    },
    store: {
      reads: { transactions: { spentOfEach: async () => [0n, 0n, 0n, 0n] } },
      run: async () => undefined,
    },
    transactions: { custody: { payerState: async () => ({ balance: asUnits(balance) }) } },
    policy: {
      revertBudget: 1n,
      clientRevertBudget: 1n,
      payerRevertBudget: 1n,
      coinWorth: new Map(),
    },
    price: {
      priceOf: async ({ symbol }: TokenRef) => ({
        microUsd: symbol === 'ETH' ? 4_000_000_000n : 1_000_000n,
        asOfMs: 0,
      }),
    },
    tokens: { on: () => [usdc, coin] },
    clock: { now: () => 1_800_000_000_000 },
    entropy: { hex: () => '00' },
  } as unknown as SponsorPorts; // CAST: all that it takes to prepare calls.
  const request = {
    chain,
    account,
    calls: [{ to: evmAddress(`0xbb${'0'.repeat(38)}`), value: 0n, data: '0x' }],
    feeToken: ports.tokens.on(chain)[0],
    nonceKey: 0n,
    allowApprove: false,
    client: 'a client',
  } as unknown as CallRequest; // CAST: the same.
  try {
    return (await prepareCall(ports)(request, signal)).call.fee.units;
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    return error.code;
  }
}

describe('preparing sponsored calls', () => {
  it('fixes a fee of what they cost and a quarter more', async () => {
    expect(await preparedOn(8453)).to.equal(600_000n);
  });

  it('is refused on a chain whose node does not run the code that accounts are lent', async () => {
    expect(await preparedOn(8453, { isServed: false })).to.equal('CHAIN_NOT_7702');
    expect(await preparedOn(10)).to.equal('CHAIN_NOT_7702');
  });

  it('is refused where they take more gas than one operation may', async () => {
    expect(await preparedOn(8453, { mostGas: 100_000n })).to.equal(600_000n);
    expect(await preparedOn(8453, { mostGas: 99_999n })).to.equal('GAS_CEILING');
  });

  it('takes an account that holds the fee, and on Ethereum one that holds it twice', async () => {
    expect(await preparedOn(8453, { balance: 600_000n })).to.equal(600_000n);
    expect(await preparedOn(8453, { balance: 599_999n })).to.equal('FEE_TOO_LOW');
    expect(await preparedOn(1, { balance: 1_200_000n })).to.equal(600_000n);
    expect(await preparedOn(1, { balance: 1_199_999n })).to.equal('FEE_TOO_LOW');
  });
});
