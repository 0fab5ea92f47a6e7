import type { EvmAddress } from '@interline/kernel';

/**
 * Asks the devnet for gas for both accounts and inventory for the float; it gives once per address
 * and devnet life.
 */
export async function fundRelayer(
  devnetUrl: string,
  accounts: { readonly spender: EvmAddress; readonly float: EvmAddress },
): Promise<void> {
  const response = await fetch(`${devnetUrl}/devnet/relayer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(30_000),
    body: JSON.stringify({
      addresses: [
        { address: accounts.spender, gas: true, tokens: false },
        { address: accounts.float, gas: true, tokens: true },
      ],
    }),
  });
  if (!response.ok)
    throw new Error(
      `the devnet at ${devnetUrl} did not fund the relayer (status ${response.status})`,
    );
}
