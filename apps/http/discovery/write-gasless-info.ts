import type { GaslessTermsView } from '@interline/core/discovery';
import { evmAddress, evmChainId } from '@interline/kernel';
import { checksummed } from '../server/present/checksummed.ts';
import type { gaslessAnswer } from './gasless-info-schema.ts';
import type * as z from 'zod';

export function writeGaslessInfo(terms: GaslessTermsView): z.input<typeof gaslessAnswer> {
  return {
    service: 'interline',
    router: checksummed(terms.router),
    svcRouter: checksummed(terms.router),
    tokenPaymaster: checksummed(terms.tokenPaymaster),
    permit2: checksummed(terms.permit2),
    entryPoint: checksummed(terms.entryPoint),
    relayer: checksummed(terms.relayer),
    chainId: terms.chainId,
    routes: [...terms.routes],
    recommended: terms.recommended,
    gaslessChains: Object.fromEntries(
      terms.chains.map(({ chainId, name, nativeSymbol, tokens }) => {
        return [chainId, { name, nativeSymbol, tokens: tokens.map((token) => token.symbol) }];
      }),
    ),
    acceptedTokens: terms.acceptedTokens.map(({ chain, address, symbol, decimals, eip2612 }) => ({
      chainId: evmChainId(chain) ?? 0,
      address: checksummed(evmAddress(address)),
      symbol,
      decimals,
      eip2612: eip2612 !== undefined,
    })),
    domain: { ...terms.domain, verifyingContract: checksummed(terms.domain.verifyingContract) },
    note: terms.notes.join('; '),
  };
}
