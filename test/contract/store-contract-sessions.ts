import type { Writes } from '@interline/core';
import type { Session } from '@interline/core/accounts';
import { evmAddress } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { base, payer } from './store-samples.ts';

export function storeSessions(given: () => ContractStore): void {
  const write = <T>(work: (tx: Writes) => Promise<T>): Promise<T> => given().run('write', work);

  describe('a session', () => {
    it('comes back under the hash of its token, with the account that it began', async () => {
      const ofCode = session('t2', {
        account: { address: payer, onlyOn: base },
        proof: { text: 'what was signed', signature: '0x02' },
        mandateKey: { thumbprint: 't', text: 'what was signed', signature: '0x02' },
      });
      await write((tx) => tx.accounts.insertSession(session('t1')));
      await write((tx) => tx.accounts.insertSession(ofCode));
      await write((tx) => tx.accounts.insertSession(session('t3', { createdAtMs: 9 })));

      const { accounts } = given().reads;
      expect(await accounts.session('t1')).to.deep.equal(session('t1'));
      expect(await accounts.session('t2')).to.deep.equal(ofCode);
      expect(await accounts.session('t0')).to.equal(null);
      expect(await accounts.account(payer)).to.deep.equal({ id: payer, sinceMs: 5 });
      expect(await accounts.account(`${base}/${payer}`)).to.deep.equal({
        id: `${base}/${payer}`,
        sinceMs: 5,
      });
      expect(await accounts.account(evmAddress(`0x${'12'.repeat(20)}`))).to.equal(null);
    });

    it('is checked again, and ended once', async () => {
      await write((tx) => tx.accounts.insertSession(session('t1')));
      await write((tx) => tx.accounts.markChecked('t1', 8));

      const checked = await given().reads.accounts.session('t1');
      const ended = await write((tx) => tx.accounts.deleteSession('t1'));

      expect(checked).to.deep.equal(session('t1', { checkedAtMs: 8 }));
      expect(ended).to.equal(true);
      expect(await write((tx) => tx.accounts.deleteSession('t1'))).to.equal(false);
      expect(await given().reads.accounts.session('t1')).to.equal(null);
    });

    it('is forgotten at its end, and a nonce at its own', async () => {
      await write((tx) => tx.accounts.insertSession(session('t1', { expiresAtMs: 100 })));
      await write((tx) => tx.accounts.insertNonce('n1', 100));

      await write((tx) => tx.prune(99));
      const before = [
        await given().reads.accounts.session('t1'),
        await given().reads.accounts.isNonceOpen('n1', 0),
      ];
      await write((tx) => tx.prune(100));

      expect(before).to.deep.equal([session('t1', { expiresAtMs: 100 }), true]);
      expect(await given().reads.accounts.session('t1')).to.equal(null);
      expect(await given().reads.accounts.isNonceOpen('n1', 0)).to.equal(false);
    });
  });

  describe('a nonce', () => {
    it('is open until its time, and is taken once', async () => {
      await write((tx) => tx.accounts.insertNonce('n1', 100));

      const { accounts } = given().reads;
      const open = [
        await accounts.isNonceOpen('n1', 99),
        await accounts.isNonceOpen('n1', 100),
        await accounts.isNonceOpen('n2', 99),
      ];
      const taken = [
        await write((tx) => tx.accounts.takeNonce('n1', 100)),
        await write((tx) => tx.accounts.takeNonce('n1', 99)),
        await write((tx) => tx.accounts.takeNonce('n1', 99)),
      ];

      expect(open).to.deep.equal([true, false, false]);
      expect(taken).to.deep.equal([false, true, false]);
    });

    it('begins one session if two hundred units take it at once', async () => {
      await write((tx) => tx.accounts.insertNonce('n1', 100));

      const begun = await Promise.all(
        Array.from({ length: 200 }, (_, at) =>
          write(async (tx) => {
            const isTaken = await tx.accounts.takeNonce('n1', 50);
            if (isTaken) await tx.accounts.insertSession(session(`t${at}`));
            return isTaken;
          }),
        ),
      );
      const kept = await Promise.all(
        begun.map((_, at) => given().reads.accounts.session(`t${at}`)),
      );

      expect(begun.filter(Boolean)).to.have.length(1);
      expect(kept.filter((one) => one !== null)).to.have.length(1);
    });
  });
}

function session(tokenHash: string, change: Partial<Session> = {}): Session {
  return {
    tokenHash,
    account: { address: payer, onlyOn: null },
    chain: base,
    scopes: ['account.read', 'hooks'],
    proof: null,
    mandateKey: null,
    createdAtMs: 5,
    expiresAtMs: 1_763_600_012_000,
    checkedAtMs: 5,
    ...change,
  };
}
