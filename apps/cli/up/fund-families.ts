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

interface Funded {
  readonly funding: readonly Pick<Composed['funding'][number], 'id' | 'chain' | 'address'>[];
  readonly custody: Pick<CustodyPort, 'account' | 'balances'>;
  /** Reads the float's books of these chains anew. */
  readonly refresh: (chains: readonly ChainRef[]) => Promise<void>;
}

/**
 * Asks the devnet for what the floats beside the EVM chains pay with. Gives to an account that has
 * nothing only, so that restarts do not inflate the books. The dollars come in the background; once they
 * are there the books are read, which had none at the start and would have none for 15 s more.
 */
export async function fundFamilies(
  devnet: Pick<OpenDevnet, 'stellar' | 'url'>,
  { funding, custody, refresh }: Funded,
): Promise<void> {
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
      void giveDollars(stellar.horizonUrl, address).then((isGiven) =>
        isGiven ? refresh([chain]) : undefined,
      );
    }
  }
}

async function isEmpty(custody: Funded['custody'], chain: ChainRef): Promise<boolean> {
  const account = custody.account(chain, 'float');
  const [held] = await custody.balances(
    chain,
    [{ chain, account, token: nativeAddress }],
    AbortSignal.timeout(30_000),
  );
  return held?.units === 0n;
}

async function giveDollars(horizonUrl: string, to: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < trustWithinMs; waitedMs += askAgainMs) {
    const isGiven = await post(`${horizonUrl}/devnet/faucet`, {
      to,
      amount: String(givenStroops),
    }).catch(() => false);
    if (isGiven) return true;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs).unref());
  }
  return false;
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
