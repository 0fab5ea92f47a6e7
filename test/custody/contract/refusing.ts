import { errorCodes, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import type { Held } from './held.ts';
import { lastOf } from './float.ts';

const { signal } = new AbortController();

/** What is not paid, and what is not known. */
export function promisesOfRefusing(given: () => Held): void {
  it('a recipient who cannot be paid so is refused with a code of the catalogue, before a commit', async () => {
    const { scene, float } = given();
    const before = await float.nextSlot();
    const unpayable = await scene.unpayable();

    expect(unpayable).not.to.have.length(0);
    for (const { to, units, code } of unpayable) {
      const outcome = await scene.custody.prepare(float.payoutTo(to, units), signal);
      expect(errorCodes).to.include(code);
      expect(outcome, to).to.deep.include({ ok: false, code });
      given().errors.push(outcome);
    }
    expect(await float.nextSlot()).to.equal(before);
  });

  it('more than the float holds is refused before a commit', async () => {
    const { scene, float } = given();
    const everything = await scene.node.heldByFloat();
    const request = float.payoutTo(await scene.recipient(), everything + 1n);

    const outcome = await scene.custody.prepare(request, signal);

    expect(outcome.ok).to.equal(false);
    expect(errorCodes).to.include(outcome.ok ? 'paid' : outcome.code);
    given().errors.push(outcome);
  });

  it('if no node answers, what was sent is unknown and never dead', async () => {
    const { scene, float } = given();
    const { chain, unreachable } = scene;
    const one = await float.committed(await scene.recipient(), 20_031n);

    const outcome = await float.send(lastOf(one), unreachable);
    const anywhere = { freeAt: null, takenAt: null };
    const consumer = await unreachable.consumerOf(one, anywhere, signal);
    const slots = { account: float.account, slots: [one.transaction.slot], freeAt: null };
    const history = await unreachable.accountHistory(chain, slots, signal);
    const alike = await unreachable.shownAlike(
      chain,
      [{ hash: lastOf(one).hash, blockHash: 'of any block' }],
      signal,
    );

    expect(outcome).to.equal('unknown');
    expect(consumer).to.deep.include({ kind: 'unseen', reason: 'node-silent' });
    expect(history).to.deep.include({ transactions: [] });
    expect(history.unseen?.reason).to.equal('node-silent');
    expect(alike).to.deep.equal(new Set());
    await float.settle(one);
  });

  it('if no node answers, nothing is claimed about the chain', async () => {
    const { scene, float, errors } = given();
    const { chain, token, unreachable } = scene;
    const to = await scene.recipient();
    const one = await float.committed(to, 20_032n);
    const book = { chain, account: float.account, token };

    const asked = {
      prepare: () => unreachable.prepare(float.payoutTo(to, 20_032n), signal),
      bump: () => unreachable.bump(lastOf(one), null, signal),
      observe: () => unreachable.observe(chain, [one], signal),
      queue: () => unreachable.queue(chain, float.account, signal),
      slotsTaken: () => unreachable.slotsTaken(chain, float.account, signal),
      slotsConfirmed: () => unreachable.slotsConfirmed(chain, float.account, signal),
      balances: () => unreachable.balances(chain, [book], signal),
      holdings: () => unreachable.holdings(chain, [book], {}, signal),
      arrivals: () =>
        unreachable.arrivals(chain, lastOf(one).hash, { token, to: float.account }, signal),
    };
    for (const [verb, ask] of Object.entries(asked)) {
      const error: unknown = await ask().then(
        () => 'an answer',
        (thrown: unknown) => thrown,
      );
      expect(error, verb)
        .to.be.instanceOf(RelayError)
        .and.to.include({ code: 'CHAIN_UNREACHABLE' });
      errors.push(error);
    }
    await float.settle(one);
  });
}
