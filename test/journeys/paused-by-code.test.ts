import { textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 100_000n };
/** Accepts any signature where gas is free, as in simulations, and burns all gas in a block. */
const liar = `0x3a602d577f1626ba7e${'0'.repeat(56)}60005260206000f35bfe`;
const chainBudgetWei = 2n * 10n ** 15n;

describe('a payer whose code accepts every simulation and burns all gas in a block', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [base, arbitrum],
      policy: {
        revertBudget: asUnits(chainBudgetWei),
        clientRevertBudget: asUnits(10n ** 20n),
        payerRevertBudget: asUnits(10n ** 20n),
      },
    });
  });
  after(() => harness.stop());

  it("costs half of the chain's day at most, and pauses no plain account", async () => {
    const payer = await freshPayer(harness, base, 10_000_000n);
    // Its allowance for Permit2 is from the time when it had no code.
    await arrives(await accepted(send(harness, payer, transfer)));
    await chainRpc(harness.devnet, base, 'anvil_setCode', [payer.address, liar]);

    const ends: unknown[] = [];
    let refusal: unknown = null;
    while (refusal === null && ends.length < 40) {
      const said = await accepted(send(harness, payer, transfer));
      if (said.id === null) refusal = said.error;
      else ends.push((await endOfRoute(harness.client, said.id))['stage']);
    }
    const burnt = await spentOn('code-revert:eip155:8453');
    const plain = await freshPayer(harness, base, 1_000_000n);

    expect([...new Set(ends)]).to.deep.equal(['NOT_PULLED']);
    expect(refusal).to.deep.include({ errorCode: 'BUDGET_SPENT' });
    expect(burnt > 0n && burnt <= chainBudgetWei / 2n).to.equal(true);
    expect(await spentOn('revert:eip155:8453')).to.equal(0n);
    await arrives(await accepted(send(harness, plain, transfer)));
  });

  async function accepted(
    sending: ReturnType<typeof send>,
  ): Promise<{ readonly id: string | null; readonly error: unknown }> {
    return sending.then(
      ({ receipt }) => ({ id: textField(receipt, 'id'), error: null }),
      (error: { body?: unknown }) => ({ id: null, error: error.body }),
    );
  }

  async function arrives({ id }: { readonly id: string | null }): Promise<void> {
    expect(await endOfRoute(harness.client, id ?? '')).to.include({ status: 'DONE' });
  }

  function spentOn(budget: string): Promise<bigint> {
    return harness.container
      .get(parts.store)
      .reads.transactions.spent(budget, new Date().toISOString().slice(0, 10));
  }
});
