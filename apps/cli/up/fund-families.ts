import { type ChainRef, nativeAddress } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { Composed } from '@interline/server';
import type { OpenDevnet } from './open-devnet.ts';

/** Ten bitcoins, and a million dollars in ten-millionths. */
const givenSats = 1_000_000_000n;
const givenStroops = 10_000_000_000_000n;

/** The service adds its trustline by itself once it works; until then its dollars wait. */
const trustWithinMs = 30_000;
const askAgainMs = 200;

/**
 * Asks the devnet for what the floats beside the EVM chains pay with. Gives to an account that has
 * nothing only, so that restarts do not inflate the books. The dollars come in the background.
 */
export async function fundFamilies(
  devnet: OpenDevnet,
  { container, funding }: Pick<Composed, 'container' | 'funding'>,
  custodyOf: (container: Composed['container']) => CustodyPort,
): Promise<void> {
  const custody = custodyOf(container);
  for (const { id, chain, address } of funding) {
    // A chain that moves just now was there before: its account was funded then.
    if (!(await isEmpty(custody, chain).catch(() => false))) continue;
    if (id === 'bitcoin')
      await post(`${devnet.url}/devnet/bitcoin/faucet`, { address, sats: String(givenSats) });
    const stellar = id === 'stellar' ? devnet.stellar : null;
    if (stellar != null) {
      await fetch(`${stellar.horizonUrl}/friendbot?addr=${address}`, {
        signal: AbortSignal.timeout(30_000),
      });
      void giveDollars(stellar.horizonUrl, address);
    }
  }
}

async function isEmpty(custody: CustodyPort, chain: ChainRef): Promise<boolean> {
  const account = custody.account(chain, 'float');
  const [held] = await custody.balances(
    chain,
    [{ chain, account, token: nativeAddress }],
    AbortSignal.timeout(30_000),
  );
  return held?.units === 0n;
}

async function giveDollars(horizonUrl: string, to: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < trustWithinMs; waitedMs += askAgainMs) {
    const isGiven = await post(`${horizonUrl}/devnet/faucet`, {
      to,
      amount: String(givenStroops),
    }).catch(() => false);
    if (isGiven) return;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs).unref());
  }
}

async function post(url: string, body: object): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(30_000),
    body: JSON.stringify(body),
  });
  return response.ok;
}
