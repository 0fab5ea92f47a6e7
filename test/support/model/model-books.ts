import {
  type AccountBalance,
  type Check,
  reconcileChain,
  showBalances,
} from '@interline/core/books';
import { asUnits } from '@interline/kernel';
import type { Log } from '@interline/ports';
import type { ModelChain } from './model-chain.ts';
import { accounts, modelToken } from './model-custody.ts';
import type { ModelScene } from './model-harness.ts';

/** The books of a model harness: reconciled when a test asks. */
export interface ModelBooks {
  /** Compares both chains with the books; what each came to. */
  reconcile(): Promise<readonly string[]>;
  /** Deficits of the token, by chain and account. */
  deficits(): Promise<readonly Deficit[]>;
  /** Balances of the token, as `kind` or `kind of holder`, without those of zero. */
  balances(chain: ModelChain): Promise<Readonly<Record<string, bigint>>>;
  /** Deficits that were logged. */
  readonly alarms: readonly string[];
}

interface Deficit {
  readonly chain: string;
  readonly account: string;
  readonly units: bigint;
  readonly after: number | undefined;
  readonly by: number | undefined;
}

export function modelBooks(harness: Pick<ModelScene, 'money' | 'custody' | 'chains'>): ModelBooks {
  const { money, custody, chains } = harness;
  const alarms: string[] = [];
  const silent = (): void => undefined;
  const log: Log = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (event) => {
      alarms.push(event);
    },
    child: () => log,
  };
  const policy = { reconcileEveryMs: 1_000, driftHoldsMs: 1, gasAdjustmentBps: new Map() };
  const { store, tokens, clock } = money;
  const ports = { store, custody, tokens, clock, log, policy };
  return {
    alarms,
    async reconcile() {
      const done = [];
      for (const { ref } of chains)
        done.push(await reconcileChain(ports, ref, new AbortController().signal));
      return done.map(({ outcome }) => outcome);
    },
    async deficits() {
      const found = await store.reads.books.deficits();
      return found.map(deficitOf);
    },
    async balances({ ref: chain }) {
      const all = await showBalances({ store, custody, tokens }, { chain });
      return Object.fromEntries(
        all.filter(({ token }) => token === modelToken).map((one) => [nameOf(one), one.units]),
      );
    },
  };
}

function deficitOf({ book, deficit, appeared }: Check): Deficit {
  return {
    chain: book.chain,
    account: book.account === accounts.float ? 'float' : 'spender',
    units: asUnits(deficit),
    after: appeared?.after,
    by: appeared?.by,
  };
}

function nameOf({ kind, holder }: AccountBalance): string {
  return kind === 'owed-by-engines' ? `${kind} of ${holder}` : kind;
}
