import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { examineAccount } from './resume-account.ts';

const chain = evmChain(8453);

describe('a stopped account is not resumed', () => {
  const refusals = [
    [
      'on a chain that the deployment does not have',
      { chains: [] },
      'the deployment does not have this chain',
      'UNROUTABLE_LANE',
    ],
    [
      'while the RPC nodes disagree on how many transactions it has sent',
      { pending: 9, leastPending: 8, confirmed: 9 },
      'the nodes do not agree on how many transactions it has sent, or too few of them answer; repeat the order when they do',
    ],
    [
      'while one RPC node counts, and the others are silent',
      { pending: 9, leastPending: null, confirmed: 9 },
      'the nodes do not agree on how many transactions it has sent, or too few of them answer; repeat the order when they do',
    ],
    [
      'while a reorg could still drop its last transaction',
      { pending: 9, leastPending: 9, confirmed: 8 },
      'its last transaction is not deep enough yet; repeat the order when it is',
    ],
    [
      'while it runs, and the dry run of the order says so too',
      { pending: 9, leastPending: 9, confirmed: 9 },
      'this account is not stopped',
    ],
  ] as const;

  for (const [when, world, message, code = 'WRONG_STATE'] of refusals)
    it(when, async () => {
      const refused: unknown = await examineAccount(
        given(world),
        chain,
        'float',
        new AbortController().signal,
      ).catch((error: unknown) => error);

      expect(refused).to.include({ code, message });
    });
});

function given({
  chains = [chain],
  pending = 0,
  leastPending = 0,
  confirmed = 0,
}: {
  readonly chains?: readonly (typeof chain)[];
  readonly pending?: number;
  readonly leastPending?: number | null;
  readonly confirmed?: number;
}) {
  // CAST: what is asked before the refusal; anything else of the store would throw.
  return {
    store: { reads: { transactions: { account: async () => ({ stopped: null, lastMined: 8 }) } } },
    custody: {
      chains,
      account: () => '0x00000000000000000000000000000000000000f1',
      queue: async () => ({ mined: 0, pending, leastPending }),
      slotsConfirmed: async () => confirmed,
    },
  } as never;
}
