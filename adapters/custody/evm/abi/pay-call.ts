import { evmAddress, type EvmAddress, type Hex } from '@interline/kernel';
import type { BatchCall } from './executor-calls.ts';
import type { CallGroup } from './group-calls.ts';
import { addressWord, calldata, word } from './words.ts';

export interface Payments {
  readonly token: EvmAddress;
  /** The most each may burn. */
  readonly gasCap: bigint;
  readonly payments: readonly { readonly to: EvmAddress; readonly units: bigint }[];
}

/** `pay(...)` of the batch executor. */
export function payCall({ token, gasCap, payments }: Payments): Hex {
  return calldata(
    '0x0183e56a',
    addressWord(token),
    word(gasCap),
    word(0x60n),
    word(BigInt(payments.length)),
    ...payments.map(({ to, units }) => addressWord(to) + word(units)),
  );
}

/** Groups that are one ERC-20 transfer each, all of one token; null where any is something else. */
export function paymentsIn(groups: readonly CallGroup[]): Payments | null {
  const transfers = groups.map(({ calls: [only, ...more] }) =>
    only === undefined || more.length > 0 ? null : transferIn(only),
  );
  const payments = transfers.filter((one) => one !== null);
  const [first] = payments;
  if (
    first === undefined ||
    payments.length < groups.length ||
    payments.some((one) => one.token !== first.token)
  )
    return null;
  return {
    token: first.token,
    gasCap: groups.reduce((most, { gasCap }) => (gasCap > most ? gasCap : most), 0n),
    payments: payments.map(({ to, units }) => ({ to, units })),
  };
}

const transferShape = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

function transferIn({ to, data, valueWei }: BatchCall): {
  readonly token: EvmAddress;
  readonly to: EvmAddress;
  readonly units: bigint;
} | null {
  const [, recipient, units] = transferShape.exec(data) ?? [];
  return valueWei !== 0n || recipient === undefined || units === undefined
    ? null
    : { token: to, to: evmAddress(`0x${recipient}`), units: BigInt(`0x${units}`) };
}
