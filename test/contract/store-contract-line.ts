import type { Line } from '@interline/core/transactions';
import {
  asUnits,
  type EvmAddress,
  evmAddress,
  routeOwner,
  type Transaction,
  unplaced,
} from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import {
  base,
  otherPayer,
  payer,
  permit,
  route,
  spender,
  transaction,
  usdc,
} from './store-samples.ts';
import { expect } from 'chai';

/** What one route has waiting. */
interface Waiting {
  readonly from: EvmAddress;
  readonly to?: EvmAddress | undefined;
  readonly purposes?: readonly Transaction['purpose'][];
}

export function storeLine(given: () => ContractStore): void {
  describe('the line for a multicall', () => {
    it('has the newest pull of an honest payer among the first, behind 300 of one payer', async () => {
      const crowd = Array.from({ length: 300 }, () => ({ from: payer }));

      await join([...crowd, { from: otherPayer('8') }, { from: otherPayer('9') }]);

      expect(await idsIn('moves', 4)).to.deep.equal(['0/pull', '300/pull', '301/pull', '1/pull']);
    });

    it('has the payout of an honest recipient among the first, behind those of many payers to another', async () => {
      const to = otherPayer('a');
      const crowd = Array.from({ length: 50 }, (_, at) => ({ from: payerAt(at), to }));

      await join([...crowd, { from: payerAt(50), to: otherPayer('b') }]);

      expect(await idsIn('moves', 3)).to.deep.equal(['0/payout', '50/payout', '1/payout']);
    });

    it('has the payout of an honest payer among the first, behind those of one payer to many', async () => {
      const crowd = Array.from({ length: 50 }, (_, at) => ({ from: payer, to: payerAt(at) }));

      await join([...crowd, { from: otherPayer('8'), to: otherPayer('b') }]);

      expect(await idsIn('moves', 3)).to.deep.equal(['0/payout', '50/payout', '1/payout']);
    });

    it('does not set a payer back for payouts to a recipient whom others crowd', async () => {
      const crowded = otherPayer('a');
      const crowd = Array.from({ length: 50 }, () => ({ from: payer, to: crowded }));
      const honest = otherPayer('8');

      await join([...crowd, { from: honest, to: crowded }, { from: honest, to: otherPayer('b') }]);

      expect(await idsIn('moves', 4)).to.deep.equal([
        '0/payout',
        '1/payout',
        '51/payout',
        '2/payout',
      ]);
    });

    it('lets no payer save up turns: a new payer stands next to those whose turn it is', async () => {
      await join([{ from: payer }, { from: payer }, { from: payer }]);
      for (const id of ['0/pull', '1/pull']) await place(id);

      await join([{ from: otherPayer('8') }, { from: otherPayer('8') }, { from: payer }], 3);

      expect(await idsIn('moves', 9)).to.deep.equal(['2/pull', '3/pull', '4/pull', '5/pull']);
    });

    it('keeps the calls of a route to rails together in a separate line, and serves no payer more often than another', async () => {
      const purposes = ['allowance', 'pull', 'approve', 'call'] as const;
      const crowd = Array.from({ length: 40 }, () => ({ from: payer, purposes }));

      await join([...crowd, { from: otherPayer('8'), purposes }, { from: otherPayer('9') }]);

      expect(await idsIn('moves', 9)).to.deep.equal(['41/pull']);
      expect(await idsIn('calls', 9)).to.deep.equal([
        '0/allowance',
        '0/pull',
        '0/approve',
        '0/call',
        '40/allowance',
        '40/pull',
        '40/approve',
        '40/call',
        '1/allowance',
      ]);
    });

    it('is left by what was placed or left out', async () => {
      await join([{ from: payer }, { from: payer }, { from: payer }]);

      await place('0/pull');
      await given().run('leave-out', (tx) =>
        tx.transactions.moveTransaction('1/pull', 'open', { state: 'displaced' }),
      );

      expect(await idsIn('moves', 9)).to.deep.equal(['2/pull']);
    });
  });

  /** Each in a unit of its own, one after another. */
  async function join(all: readonly Waiting[], first = 0): Promise<void> {
    for (const [index, { from, to, purposes }] of all.entries()) {
      const at = first + index;
      await given().run('commit', async (tx) => {
        const of = permit(BigInt(at), { owner: from });
        await tx.transfers.insertRoute(route(`rt_${at}`, { permit: of }));
        const together = (purposes ?? [to === undefined ? 'pull' : 'payout']).map(
          (purpose, position) => waitingTransaction(at, purpose, position, { from, to }),
        );
        const line = together.some(({ purpose }) => purpose === 'call') ? 'calls' : 'moves';
        const movement =
          to === undefined ? `${usdc}/${from}/${spender}` : `${usdc}/${spender}/${to}`;
        await tx.transactions.insertUnplaced(together, { line, movement });
      });
    }
  }

  async function idsIn(line: Line, limit: number): Promise<readonly string[]> {
    const waiting = await given().reads.transactions.unplacedTransactions(
      base,
      spender,
      line,
      limit,
    );
    return waiting.map(({ id }) => id);
  }

  async function place(id: string): Promise<void> {
    await given().run('place', async (tx) => {
      const found = await tx.transactions.transaction(id);
      if (found === null) throw new Error(`no transaction ${id}`);
      await tx.transactions.placeTransaction(found, {
        slot: 7,
        carried: { by: 'ef_batch', group: 0, of: 1 },
      });
    });
  }
}

function payerAt(at: number): EvmAddress {
  return evmAddress(`0xaa${at.toString(16).padStart(38, '0')}`);
}

function waitingTransaction(
  at: number,
  purpose: Transaction['purpose'],
  position: number,
  { from, to }: Pick<Waiting, 'from' | 'to'>,
): Transaction {
  const [source, target] = to === undefined ? [from, spender] : [spender, to];
  return transaction(`${at}/${purpose}`, unplaced, {
    owner: routeOwner(`rt_${at}`),
    purpose,
    expects:
      purpose === 'pull' || purpose === 'payout'
        ? { token: usdc, from: source, to: target, units: asUnits(1n) }
        : null,
    createdAtMs: 1_763_600_000_000 + at,
    multicall: {
      bundle: `${at}`,
      position,
      call: {
        to: usdc,
        data: '0x',
        value: 0n,
        gasLimit: 100_000n,
        maxFeeRate: 1n,
        tip: 1n,
      },
      carried: null,
    },
  });
}
