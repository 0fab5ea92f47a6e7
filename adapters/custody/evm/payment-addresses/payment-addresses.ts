import { asUnits, type ChainRef, evmAddress, nativeAddress } from '@interline/kernel';
import type { AuthorizedPayment, PaymentAddressPort } from '@interline/ports';
import { deployer } from '../abi/batch-executor.ts';
import {
  type Authorization,
  authorizationCall,
  authorizationNonce,
  authorizationTypedData,
} from '../abi/authorization.ts';
import {
  collectCall,
  makerDeployment,
  paymentAddressOf,
  paymentMaker,
} from '../abi/payment-addresses.ts';
import type { Accounts, EvmChain } from '../evm-chain.ts';
import { askAlike, enoughOf, tooFewNodes } from '../rpc/ask-each.ts';
import { codeOf } from '../rpc/state-calls.ts';
import { readPayments } from './read-payments.ts';

/** Payment addresses of all EVM chains. The spender account collects for the float. */
export function evmPaymentAddresses(
  chains: ReadonlyMap<ChainRef, EvmChain>,
  { spender: collector, float: recipient }: Accounts,
): PaymentAddressPort {
  /** Contracts that were seen on their chains, as `chain/address`: they stay there. */
  const standing = new Set<string>();
  const chainOf = (ref: ChainRef): EvmChain => {
    const chain = chains.get(ref);
    if (chain === undefined) throw new RangeError(`${ref} has no payment addresses`);
    return chain;
  };
  const stands = async (
    chain: EvmChain,
    address: typeof deployer,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const key = `${chain.ref}/${address}`;
    if (standing.has(key)) return true;
    const told = await askAlike(
      chain.client,
      async (node) => (await node.ask([codeOf(address)]))[0] !== '0x',
      (isThere) => (isThere ? 'there' : null),
      signal,
    );
    const enough = enoughOf(chain.client);
    if (told.filter(({ said }) => said).length >= enough) standing.add(key);
    else if (told.length < enough) throw tooFewNodes(chain.ref, 'whether a contract stands there');
    return standing.has(key);
  };
  return {
    chains: [...chains.keys()],
    addressOf(chain, id) {
      chainOf(chain);
      const address = paymentAddressOf({ id, collector, recipient });
      return { chain, address, collector, recipient };
    },
    uriOf({ chain, address }, token, units) {
      const { chainId } = chainOf(chain);
      return token === nativeAddress
        ? `ethereum:${address}@${chainId}?value=${units}`
        : `ethereum:${token}@${chainId}/transfer?address=${address}&uint256=${units}`;
    },
    isServed: async (chain, signal) => stands(chainOf(chain), deployer, signal),
    async seenAt(chain, watched, signal) {
      const readings = await readPayments(chainOf(chain), watched, signal);
      return readings.map(({ shown, deep }) => ({
        shown: asUnits(shown),
        deep: deep === null ? null : { ...deep, units: asUnits(deep.units) },
      }));
    },
    collecting: ({ id, paid, token, units }) => ({
      to: paymentMaker,
      data: collectCall({ id, recipient: paid.recipient }, token, units),
    }),
    toAuthorize(payment) {
      const { chain, eip2612: domain, address } = payment.token;
      const { chainId } = chainOf(chain);
      // Known tokens that accept EIP-2612 signatures accept those of EIP-3009 too.
      return domain === undefined
        ? null
        : authorizationTypedData(chainId, { address, ...domain }, authorizationOf(payment));
    },
    authorized: (payment, signature) => ({
      to: evmAddress(payment.token.address),
      data: authorizationCall(authorizationOf(payment), signature),
    }),
    missingFor: async (chain, signal) =>
      (await stands(chainOf(chain), paymentMaker, signal)) ? null : makerDeployment,
  };
}

function authorizationOf({ id, payer, paid, units, untilMs }: AuthorizedPayment): Authorization {
  return {
    from: evmAddress(payer),
    to: evmAddress(paid.address),
    value: units,
    validBefore: BigInt(Math.floor(untilMs / 1_000)),
    nonce: authorizationNonce(id),
  };
}
