import { parts } from '@interline/server';
import { until } from '../support/until.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { chainId, type SponsoredPayer } from './sponsored-payer.ts';

/** As soon as a block has shown how it ended. */
export function ended(payer: SponsoredPayer, id: string) {
  return until('the end of a sponsored call', async () => {
    const call = await payer.read(id);
    return call.status === 'INCLUDED' || call.status === 'FAILED' ? call : null;
  });
}

/** How many transactions the relayer has sent on the chain, those that wait included. */
export async function sentBy({ devnet }: Pick<Harness, 'devnet'>, account: string) {
  const params = [account, 'pending'];
  return Number(await chainRpc(devnet, chainId, 'eth_getTransactionCount', params));
}

/** What the books have, after a look at the chain: nothing may be missing there. */
export async function booksOf({ container }: Pick<Harness, 'container'>) {
  const books = container.get(parts.books);
  const outcomes = new Set((await books.reconcile()).map(({ outcome }) => outcome));
  const deficits = (await books.readReconciliation()).filter(({ deficit }) => deficit > 0n);
  const shown = await books.showBalances({});
  const of = (kind: string): Readonly<Record<string, bigint>> =>
    Object.fromEntries(
      shown
        .filter((one) => one.kind === kind && one.units !== 0n)
        .map(({ symbol, units }) => [symbol, units]),
    );
  return { outcomes: [...outcomes], deficits, fees: of('fees'), unclaimed: of('unclaimed') };
}

/**
 * A service that can be made to gather operations: the first one is prepared only when so many are there,
 * and those behind it are one transaction.
 */
export async function gatheringHarness() {
  let wanted = 0;
  let release = (): void => undefined;
  let begin = (): void => undefined;
  let held: Promise<void> = Promise.resolve();
  const harness = await startHarness({
    chainIds: [chainId],
    rebind(container) {
      const sponsored = container.get(parts.sponsored);
      container.rebind(parts.sponsored).toConstantValue({
        ...sponsored,
        async accountAt(...asked) {
          const account = await sponsored.accountAt(...asked);
          wanted -= 1;
          // What asked for it goes on before that.
          if (wanted === 0) setImmediate(release);
          return account;
        },
        async prepare(...asked) {
          begin();
          await held;
          return sponsored.prepare(...asked);
        },
      });
    },
  });
  return {
    harness,
    /** Sends all of them at once, the first in a transaction of its own and the others in one. */
    async together<T>(this: void, sends: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
      const [first, ...others] = sends;
      if (first === undefined) return [];
      wanted = sends.length;
      held = new Promise((resolve) => {
        release = resolve;
      });
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const own = first();
      await Promise.race([begun, own]);
      return Promise.all([own, ...others.map((send) => send())]);
    },
  };
}
