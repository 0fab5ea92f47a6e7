import { expect } from 'chai';
import {
  answer,
  asAmount,
  asUnits,
  evmAddress,
  evmChain,
  isRelayError,
  noUnits,
  type Plan,
  refuse,
} from '@interline/kernel';
import type { Prepared, PrepareOutcome, TransactionRequest } from '@interline/ports';
import type { TransferPorts } from '../ports.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { PullRefused } from '../pull-refused.ts';
import { rehearsePlan } from './rehearse-plan.ts';

const base = evmChain(8453);
const bridge = evmAddress(`0x${'b'.repeat(40)}`);
const { signal } = new AbortController();

describe("rehearsing a pull with the rail's calls after it", () => {
  it('simulates both together, once', async () => {
    const { requests, code } = await rehearsed(answer([]));

    expect(code).to.equal(null);
    expect(requests.map((one) => one.kind === 'pull' && one.then.length)).to.deep.equal([1]);
  });

  it('blames the rail if only its calls would fail, so that another may serve', async () => {
    const refusal = refuse('SIMULATION_FAILED', 'transaction 1 after the pull would revert');
    const { requests, code } = await rehearsed({ ...refusal, failedPart: 'planned-calls' });

    expect(code).to.equal('SIMULATION_FAILED');
    expect(requests).to.have.length(1);
  });

  it('also blames the rail if its calls take more than twice the gas that they were priced for', async () => {
    const planned = (callGas: bigint): PrepareOutcome => ({
      ok: true,
      value: [],
      // CAST: the only field that the rehearsal reads.
      planned: [{ callGas: 1n }, { callGas }] as unknown as readonly Prepared[],
    });

    expect((await rehearsed(planned(399_999n))).code).to.equal(null);
    const { code, isFinal } = await rehearsed(planned(400_000n));
    expect([code, isFinal]).to.deep.equal(['GAS_CEILING', false]);
  });

  it('blames the payer if the pull itself would fail', async () => {
    const refusal = refuse('SIMULATION_FAILED', 'the pull would revert');
    const { requests, code } = await rehearsed({ ...refusal, failedPart: 'pull' });

    expect(code).to.equal('PAYER_NOT_READY');
    expect(requests).to.have.length(1);
  });
});

async function rehearsed(outcome: PrepareOutcome): Promise<{
  readonly requests: readonly TransactionRequest[];
  readonly code: string | null;
  /** Whether no other rail is tried. */
  readonly isFinal: boolean;
}> {
  const requests: TransactionRequest[] = [];
  const ports = {
    custody: {
      prepare: async (request: TransactionRequest) => {
        requests.push(request);
        return outcome;
      },
    },
    store: { reads: { transactions: { pendingPulls: async () => [] } } },
  } as unknown as TransferPorts; // CAST: a rehearsal that used other ports would fail the test.
  const request = {
    mode: 'permit2',
    allowance: null,
    permit: {
      chain: base,
      owner: evmAddress(`0x${'1'.repeat(40)}`),
      token: evmAddress(`0x${'2'.repeat(40)}`),
      units: asAmount(1_000_000n),
      nonce: 7n,
      deadline: 1_800_001_800n,
      signature: '0x01',
    },
  } as unknown as ExecuteRequest; // CAST: the fields of a request that the rehearsal reads.
  const plan = {
    pullTo: 'spender',
    output: asUnits(999_000n),
    fee: asUnits(1_000n),
    keeps: 'moments',
    charges: [],
    steps: [{ kind: 'call', chain: base, to: bridge, data: '0x', value: noUnits }],
  } as unknown as Plan; // CAST: the fields of a plan that the rehearsal reads.
  const quote = { fronts: [{ chain: base, gas: 200_000n, coin: noUnits }] };
  try {
    await rehearsePlan(ports, request, { plan, quote }, signal);
    return { requests, code: null, isFinal: false };
  } catch (error) {
    const code = isRelayError(error) ? error.code : 'INTERNAL';
    return { requests, code, isFinal: error instanceof PullRefused };
  }
}
