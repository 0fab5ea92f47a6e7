import type { EvmAddress } from '@interline/kernel';
import type { BenchChain } from './bench-chain.ts';
import { BenchKey } from './bench-key.ts';
import { usualNonce } from './signed-permit.ts';
import { approvePermit2, setBalance } from './token-slots.ts';

/**
 * Somebody who has let Permit2 take their USDC and owns no gas; each permit gets the next bit of
 * the bitmap.
 */
export interface BenchPayer {
  readonly key: BenchKey;
  readonly address: EvmAddress;
  readonly nextSlot: () => bigint;
}

/** Fresh payers who hold that much USDC, without a transaction. */
export async function fundedPayers(
  { link, usdc, slots }: BenchChain,
  count: number,
  units: bigint,
): Promise<readonly BenchPayer[]> {
  const payers = Array.from({ length: count }, benchPayer);
  await link.batch(
    payers.flatMap(({ address }) => [
      setBalance(usdc, slots, address, units),
      approvePermit2(usdc, slots, address),
    ]),
  );
  return payers;
}

/** Gas and, where said, USDC for an account that sends transactions of its own. */
export async function endow(
  { link, usdc, slots }: BenchChain,
  account: EvmAddress,
  units = 0n,
): Promise<void> {
  await link.call('anvil_setBalance', [account, `0x${(10n ** 21n).toString(16)}`]);
  if (units > 0n) await link.batch([setBalance(usdc, slots, account, units)]);
}

export async function usdcOf(
  { link, usdc }: BenchChain,
  owners: readonly EvmAddress[],
): Promise<readonly bigint[]> {
  const balances = await link.batch(
    owners.map((owner) => ({
      method: 'eth_call',
      params: [{ to: usdc, data: `0x70a08231${owner.slice(2).padStart(64, '0')}` }, 'latest'],
    })),
  );
  return balances.map((units) => BigInt(String(units)));
}

function benchPayer(): BenchPayer {
  const key = new BenchKey();
  let next = usualNonce;
  return {
    key,
    address: key.address,
    nextSlot: () => {
      next += 1n;
      return next - 1n;
    },
  };
}
