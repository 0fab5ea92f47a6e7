import type { AuditEntry } from '@interline/core/operations';
import type { Switch } from '@interline/core/switches';
import type { FloatTarget } from '@interline/core/transactions';
import { asUnits, evmChain } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { expect } from 'chai';

export function storeOperators(given: () => ContractStore): void {
  describe('a switch', () => {
    it('comes back as it was set, replaces the one of its scope, and goes when it is removed', async () => {
      const { run, reads } = given();
      const paused = switchOn('service');
      const drained = switchOn('chain:8453', { state: 'draining', reason: 'a quiet "word"\n' });

      await run('pause', (tx) => tx.switches.putSwitch(paused));
      await run('drain', async (tx) => {
        await tx.switches.putSwitch(switchOn('chain:8453'));
        await tx.switches.putSwitch(drained);
      });
      const both = await reads.switches.switches();
      await run('resume', async (tx) => {
        await tx.switches.removeSwitch('service');
        await tx.switches.removeSwitch('chain:10');
      });

      expect(both).to.deep.equal([drained, paused]);
      expect(await reads.switches.switches()).to.deep.equal([drained]);
    });

    it('is seen by the unit that set it, and is gone when that unit is rolled back', async () => {
      const { run, reads } = given();
      let within: readonly Switch[] = [];

      await rejection(
        run('pause', async (tx) => {
          await tx.switches.putSwitch(switchOn('service'));
          within = await tx.switches.switches();
          throw new Error('the unit gives up');
        }),
      );

      expect(within).to.deep.equal([switchOn('service')]);
      expect(await reads.switches.switches()).to.deep.equal([]);
    });
  });

  describe("a float's target", () => {
    it('comes back as it was ordered, replaces the one of its token, and goes when it is removed', async () => {
      const { run, reads } = given();
      const first: FloatTarget = {
        chain: evmChain(8453),
        token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        units: asUnits(2n ** 255n),
        by: 'alice',
        sinceMs: 1_800_000_000_000,
      };
      const other = { ...first, chain: evmChain(10), units: asUnits(0n) };
      const next = { ...first, units: asUnits(5n), by: 'bob', sinceMs: 1_800_000_000_001 };

      await run('order', async (tx) => {
        await tx.transactions.putFloatTarget(first);
        await tx.transactions.putFloatTarget(other);
      });
      const both = await reads.transactions.floatTargets();
      await run('order', (tx) => tx.transactions.putFloatTarget(next));
      await run('reset', async (tx) => {
        await tx.transactions.removeFloatTarget(other.chain, other.token);
        await tx.transactions.removeFloatTarget(evmChain(1), other.token);
      });

      expect(both).to.deep.equal([other, first]);
      expect(await reads.transactions.floatTargets()).to.deep.equal([next]);
    });
  });

  describe('the audit', () => {
    it('is listed newest first and in parts, even if entries share a moment', async () => {
      const { run, reads } = given();
      const ids = ['au_1', 'au_2', 'au_3', 'au_4'];
      for (const [at, id] of ids.entries())
        await run('audit', (tx) => tx.operations.insertAudit(entry(id, { atMs: at < 2 ? 5 : 7 })));

      const first = await reads.operations.auditEntries(3);
      const rest = await reads.operations.auditEntries(3, first.at(-1)?.id);

      expect(first.map(({ id }) => id)).to.deep.equal(['au_4', 'au_3', 'au_2']);
      expect(rest).to.deep.equal([entry('au_1', { atMs: 5 })]);
      expect(await reads.operations.auditEntries(3, 'au_1')).to.deep.equal([]);
    });

    it('ends an entry that is under way once, with what became of it', async () => {
      const { run, reads } = given();
      const begun = entry('au_1', { outcome: 'begun', endedAtMs: null });
      await run('audit', (tx) => tx.operations.insertAudit(begun));
      const end = { outcome: 'failed', code: 'CHAIN_UNREACHABLE', endedAtMs: 9 } as const;

      await run('audit', (tx) => tx.operations.endAudit('au_1', end));
      const again = await rejection(
        run('audit', (tx) => tx.operations.endAudit('au_1', { ...end, outcome: 'done' })),
      );

      expect(again.message).to.equal('the audit has no entry au_1 that is still under way');
      expect(await reads.operations.auditEntries(9)).to.deep.equal([{ ...begun, ...end }]);
    });
  });
}

export function switchOn(scope: string, change: Partial<Switch> = {}): Switch {
  return {
    scope,
    state: 'paused',
    reason: 'its nodes disagree',
    by: 'alice',
    sinceMs: 1_800_000_000_000,
    ...change,
  };
}

function entry(id: string, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    atMs: 5,
    operator: 'alice',
    action: 'pause',
    target: 'chain:8453',
    reason: '',
    before: { state: 'open' },
    after: { state: 'paused', since: 5, of: [null, { units: '1' }] },
    outcome: 'done',
    code: null,
    endedAtMs: 6,
    ...change,
  };
}
