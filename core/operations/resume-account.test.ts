import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { examineAccount } from './resume-account.ts';

const chain = evmChain(8453);
const account = '0x00000000000000000000000000000000000000f1';
const stopped = 'store-behind: the chain counts 9 transactions of this account';

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
    [
      'over a slot that nothing has taken, which would hold up all behind it',
      { pending: 9, leastPending: 9, confirmed: 9, free: [3, 7], stopped },
      'nothing has taken slot 7 of this account; the service fills it with a no-op by itself, repeat the order when it has',
    ],
    [
      'while the no-op for such a slot is under way',
      { pending: 9, leastPending: 9, confirmed: 9, free: [3], fillerIn: 6, stopped },
      'nothing has taken slot 6 of this account; the service fills it with a no-op by itself, repeat the order when it has',
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
  free = [],
  fillerIn = null,
  stopped = null,
}: {
  readonly chains?: readonly (typeof chain)[];
  readonly pending?: number;
  readonly leastPending?: number | null;
  readonly confirmed?: number;
  readonly free?: readonly number[];
  readonly fillerIn?: number | null;
  readonly stopped?: string | null;
}) {
  const fillers = fillerIn === null ? [] : [{ purpose: 'noop', chain, account, slot: fillerIn }];
  // CAST: what is read before the refusal; any other use of the store would throw.
  return {
    store: {
      reads: {
        transactions: {
          account: async () => ({ stopped, lastMined: 8, nextSlot: 7 }),
          openTransactions: async () => fillers,
        },
      },
    },
    custody: {
      chains,
      account: () => account,
      queue: async () => ({ mined: 0, pending, leastPending, free }),
      slotsConfirmed: async () => confirmed,
    },
  } as never;
}
