import * as z from 'zod';
import { queryFields, requestFields as field } from '../server/schemas/request-fields.ts';

const shared = {
  fromChain: field.chain,
  toChain: field.chain,
  amount: field.amount,
  fromToken: field.token.optional(),
  toToken: field.token.optional(),
  toAddress: field.address
    .meta({
      description:
        'the recipient on toChain; the payer when left out, where both chains write addresses alike',
    })
    .optional(),
  fromAddress: field.address.meta({ description: 'the payer on fromChain' }).optional(),
  token: field.token
    .meta({ description: 'symbol or address, for both sides; fromToken and toToken win over it' })
    .optional(),
};

/** The keys of RouteRequest; a pass rides in the body where headers do not cross. */
export const routeRequestFields = {
  ...shared,
  slippage: field.slippage.optional(),
  excludeRails: field.rails.optional(),
  pass: field.pass.optional(),
};

/** Takes and ignores keys it does not know: a quote moves nothing. */
export const routeRequestBody = z.object(routeRequestFields);

export const routeRequestQuery = z.object({
  ...shared,
  slippage: queryFields.slippage.optional(),
  excludeRails: queryFields.rails.optional(),
});

/** What both forms come to. */
export type RouteRequestWire = Omit<z.output<typeof routeRequestBody>, 'pass'>;
