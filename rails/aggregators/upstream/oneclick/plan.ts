import {
  answer,
  type EvmAddress,
  evmAddress,
  type Hex,
  isNative,
  noUnits,
  type RailOutcome,
  refuse,
} from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import { eeeeNative, zeroNative } from '../../wire/native-coin.ts';
import type { Ask, Built, BuiltCall } from '../upstream.ts';
import type { OneclickQuote } from './read-quote.ts';
import { depositRef } from './track.ts';

/**
 * The deposit, as a plain transfer that we encode ourselves. The address is created for this quote,
 * so no list can contain it, and only 1Click can vouch for it: 1Click must have signed it with our
 * terms, and it must not be one of the accounts that may not receive the money.
 */
export function planDeposit(ask: Ask, { priced, deposit }: OneclickQuote): RailOutcome<Built> {
  if (deposit.address === null) return refuse('NO_ROUTE', 'oneclick names no deposit address');
  if (deposit.hasMemo)
    return refuse('NO_ROUTE', 'oneclick wants a memo, which a transfer cannot carry');
  if (deposit.signature === null)
    throw engineFault('oneclick', 'quote', 'oneclick did not sign the deposit address it names');
  if (isOurs(deposit.address, ask))
    throw engineFault('oneclick', 'quote', 'oneclick names a deposit address that is not its own');
  return answer({
    ...priced,
    call: transferTo(deposit.address, ask),
    ref: depositRef(deposit.address, priced.expiresAtMs, deposit.signature),
  });
}

function isOurs(deposit: EvmAddress, { depositor, payer, recipient, from, to }: Ask): boolean {
  const accounts: readonly string[] = [
    depositor,
    payer,
    recipient,
    from.address,
    to.address,
    zeroNative,
    eeeeNative,
  ];
  return accounts.includes(deposit);
}

function transferTo(deposit: EvmAddress, { fromChainId, from, units }: Ask): BuiltCall {
  return isNative(from)
    ? {
        chainId: fromChainId,
        to: deposit,
        data: '0x',
        value: units,
        spender: null,
        says: { units },
      }
    : {
        chainId: fromChainId,
        to: evmAddress(from.address),
        data: transferData(deposit, units),
        value: noUnits,
        spender: null,
        says: { token: evmAddress(from.address), units },
      };
}

/** ERC-20 `transfer(address,uint256)`. */
function transferData(to: EvmAddress, units: bigint): Hex {
  return `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
}
