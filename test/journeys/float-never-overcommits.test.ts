import { parts } from '@interline/server';
import { textField } from '@interline/cli';
import { expect } from 'chai';
import { setBlacklisted } from '../support/blacklist.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { describeModelFloat } from './describe-model-float.ts';

describeModelFloat(15, 3);

describe('forty transfers at once, for several times the float', () => {
  const base = 8453;
  const arbitrum = 42161;
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [base, arbitrum] });
  });
  after(() => harness.stop());

  it('are accepted while a quarter of what is free covers them, and the books are exact afterwards', async () => {
    const asked = await forty(base);
    const before = await floats();

    const { accepted, refused } = await atOnce(asked, base, arbitrum);
    const ends = await Promise.all(accepted.map(({ id }) => endOfRoute(harness.client, id)));

    expectWithinFloat(before.get(arbitrum)?.held ?? 0n, accepted, refused);
    expect(ends.map((end) => end['status'])).to.deep.equal(accepted.map(() => 'DONE'));
    for (const { payer, units } of accepted)
      expect(await usdcBalance(harness.devnet, arbitrum, payer.address)).to.equal(outputOf(units));
    for (const { payer, units } of refused)
      expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(units);
    await expectMoved(before, { from: base, to: arbitrum }, accepted);
  });

  it('are refunded to the unit if the recipient is blocked meanwhile', async () => {
    const asked = await forty(arbitrum);
    const before = await floats();

    await stopMining(harness.devnet, arbitrum);
    const { accepted, refused } = await atOnce(asked, arbitrum, base);
    const blocked = accepted.filter((_, index) => index % 2 === 0);
    for (const { payer } of blocked)
      await setBlacklisted(harness.devnet, base, payer.address, true);
    await resumeMining(harness.devnet, arbitrum);
    const ends = await Promise.all(accepted.map(({ id }) => endOfRoute(harness.client, id)));

    expectWithinFloat(before.get(base)?.held ?? 0n, accepted, refused);
    expect(ends.map((end) => end['stage'])).to.deep.equal(
      accepted.map((one) => (blocked.includes(one) ? 'REFUNDED' : 'DELIVERED')),
    );
    for (const { payer, units } of blocked)
      expect(await usdcBalance(harness.devnet, arbitrum, payer.address)).to.equal(units);
    await expectMoved(
      before,
      { from: arbitrum, to: base },
      accepted.filter((one) => !blocked.includes(one)),
    );
    expect(await openReservations()).to.deep.equal([]);
  });

  interface Asked {
    readonly payer: Payer;
    readonly units: bigint;
  }

  type Floats = ReadonlyMap<number, { readonly held: bigint; readonly free: bigint }>;

  /**
   * Payers of 60,000 to 177,000 USDC each, 4.7 million together, where a float has little more than
   * one.
   */
  function forty(from: number): Promise<readonly Asked[]> {
    return Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const units = 60_000_000_000n + BigInt(index) * 3_000_000_000n + 1n;
        return { payer: await freshPayer(harness, from, units), units };
      }),
    );
  }

  async function atOnce(asked: readonly Asked[], from: number, to: number) {
    const accepted: (Asked & { readonly id: string })[] = [];
    const refused: Asked[] = [];
    await Promise.all(
      asked.map(async (one) => {
        const sent = send(harness, one.payer, { from, to, units: one.units });
        const answer = await sent.catch(() => null);
        if (answer !== null) accepted.push({ ...one, id: textField(answer.receipt, 'id') });
        else {
          expect((await refusalOf(sent)).body).to.include({
            errorCode: 'INSUFFICIENT_FLOAT',
            retryable: true,
          });
          refused.push(one);
        }
      }),
    );
    return { accepted, refused };
  }

  function expectWithinFloat(
    held: bigint,
    accepted: readonly Asked[],
    refused: readonly Asked[],
  ): void {
    const left = held - sum(accepted.map(({ units }) => outputOf(units)));
    expect(
      [accepted.length > 1, refused.length > 1, left > 0n],
      `${accepted.length} accepted, ${left} left`,
    ).to.deep.equal([true, true, true]);
    // No refused route would still fit at the end.
    for (const { units } of refused)
      expect(outputOf(units) * 4n > left, `${units} where ${left} is left`).to.equal(true);
  }

  /**
   * What was paid left one float and what was pulled came into the other, and all of both is free.
   */
  async function expectMoved(
    before: Floats,
    { from, to }: { readonly from: number; readonly to: number },
    paid: readonly Asked[],
  ): Promise<void> {
    const now = await floats();
    const fromHeld = (before.get(from)?.held ?? 0n) + sum(paid.map(({ units }) => units));
    const toHeld = (before.get(to)?.held ?? 0n) - sum(paid.map(({ units }) => outputOf(units)));
    expect([now.get(from), now.get(to)]).to.deep.equal([
      { held: fromHeld, free: fromHeld },
      { held: toHeld, free: toHeld },
    ]);
  }

  async function floats(): Promise<Floats> {
    return new Map(
      (await floatBooks(harness)).map(({ chainId, held, free }) => [chainId, { held, free }]),
    );
  }

  async function openReservations(): Promise<readonly unknown[]> {
    const { custody, store, tokens } = harness.container.get(parts.transfer).ports;
    const books = custody.chains.flatMap((chain) =>
      tokens.on(chain).flatMap(({ address }) =>
        (['float', 'spender'] as const).map((role) => ({
          chain,
          account: custody.account(chain, role),
          token: address,
        })),
      ),
    );
    const found = await Promise.all(
      books.map((book) => store.reads.transactions.reservations(book)),
    );
    return found.flat().filter((one) => one.state === 'open');
  }
});

/** Less the fee of 8 bps, which is rounded up. */
function outputOf(units: bigint): bigint {
  return units - (units * 8n + 9_999n) / 10_000n;
}

function sum(units: readonly bigint[]): bigint {
  return units.reduce((total, one) => total + one, 0n);
}
