import { ended, gatheringHarness } from '../../sponsor/sponsor-scene.ts';
import {
  chainId,
  sponsoredPayer,
  type SponsoredPayer,
  transferCall,
} from '../../sponsor/sponsored-payer.ts';
import { chainRpc } from '../../support/chain-rpc.ts';

/** A fee transfer and one ERC-20 transfer to a holder of a balance, by a payer without coin. */
export interface SponsorRow {
  readonly what: string;
  /** Operations in the transaction. */
  readonly together: number;
  /** Of each of them. */
  readonly gas: number;
  /** As the prototype of the design measured it, with a token of its own. */
  readonly prototype: number;
}

const bundled = 5;

export async function sponsorGas(): Promise<readonly SponsorRow[]> {
  const { harness, together } = await gatheringHarness();
  try {
    const holder = `0x${'5e'.repeat(20)}` as const;
    const payers = await Promise.all(
      Array.from({ length: bundled + 1 }, async () => {
        const payer = await sponsoredPayer(harness);
        await payer.fund();
        return payer;
      }),
    );
    const [alone] = payers;
    if (alone === undefined) throw new Error('no payer was made');
    // Neither the relayer's first fee nor a recipient's first token is what is measured.
    for (const to of [holder, alone.relayer])
      await harness.devnet.faucet({ chainId, token: alone.usdc, to, amount: 1n });
    const gasOf = async (hash: string | null) => {
      const receipt = await chainRpc(harness.devnet, chainId, 'eth_getTransactionReceipt', [hash]);
      return Number((receipt as { readonly gasUsed: string }).gasUsed); // CAST: the node's own shape.
    };
    const body = async (payer: SponsoredPayer) => {
      const calls = [{ to: payer.usdc, data: transferCall(holder, 1_000n) }];
      return payer.sign(await payer.prepare(calls), calls);
    };
    /** Gas of one alone, and of one of those that went together. */
    const round = async (): Promise<readonly [number, number]> => {
      const bodies = await Promise.all(payers.map(body));
      await together(bodies.map((signed, at) => async () => payers[at]?.execute(signed)));
      const hashes = await Promise.all(
        payers.map(async (payer, at) => (await ended(payer, bodies[at]?.id ?? '')).txHash),
      );
      const [own, ...shared] = hashes;
      if (new Set(shared).size !== 1) throw new Error('the others did not go together');
      return [await gasOf(own ?? null), Math.ceil((await gasOf(shared[0] ?? null)) / bundled)];
    };
    const [firstAlone, firstTogether] = await round();
    const [laterAlone, laterTogether] = await round();
    return [
      { what: 'first, with the delegation', together: 1, gas: firstAlone, prototype: 113_928 },
      { what: 'later', together: 1, gas: laterAlone, prototype: 86_319 },
      {
        what: 'first, with the delegation',
        together: bundled,
        gas: firstTogether,
        prototype: 82_813,
      },
      { what: 'later', together: bundled, gas: laterTogether, prototype: 55_204 },
    ];
  } finally {
    await harness.stop();
  }
}
