import * as z from 'zod';
import { answerFields as field } from '../server/schemas/answer-fields.ts';
import { queryFields } from '../server/schemas/request-fields.ts';

export const gaslessQuery = z.object({ chainId: queryFields.chainId.optional() });

const acceptedToken = z.object({
  chainId: z.int(),
  address: field.evmAddress,
  symbol: field.symbol,
  decimals: z.int(),
  eip2612: z.boolean(),
});

export const gaslessAnswer = z
  .looseObject({
    service: z.string(),
    router: field.evmAddress,
    svcRouter: field.evmAddress,
    tokenPaymaster: field.evmAddress,
    permit2: field.evmAddress,
    entryPoint: field.evmAddress,
    relayer: field.evmAddress,
    chainId: z.int(),
    routes: z.array(z.string()),
    recommended: z.string(),
    gaslessChains: z.record(
      z.string(),
      z.object({ name: z.string(), nativeSymbol: z.string(), tokens: z.array(z.string()) }),
    ),
    acceptedTokens: z.array(acceptedToken),
    domain: z.object({ name: z.string(), chainId: z.int(), verifyingContract: field.evmAddress }),
    note: z.string(),
  })
  .meta({ id: 'GaslessInfo' });
