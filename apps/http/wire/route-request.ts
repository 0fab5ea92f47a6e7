import * as z from 'zod';
import { queryFields, requestFields as field } from './request-fields.ts';

const shared = {
  fromChain: field.chain,
  toChain: field.chain,
  amount: field.amount,
  fromToken: field.token.optional(),
  toToken: field.token.optional(),
  toAddress: field.address.optional(),
  fromAddress: field.address.optional(),
  token: field.token.optional(),
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

export const routeRequestQuery = z.object({ ...shared, slippage: queryFields.slippage.optional(), excludeRails: queryFields.rails.optional() });

/** What both forms come to. */
export type RouteRequestWire = Omit<z.output<typeof routeRequestBody>, 'pass'>;
