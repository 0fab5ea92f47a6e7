import { ZeroAddress } from 'ethers/constants';
import { RequestFields } from '../read-request.ts';
import type { Ask } from '../order.ts';
import { type EngineRequest, type QuoteEndpoint, Refused } from '../stand-in.ts';
import { orderCalldata } from './calldata.ts';
import { chainIdOf } from './chains.ts';
import { estimate } from './estimate.ts';
import { contractOrder } from './dln-order.ts';
import { body } from './quote-body.ts';

/** With a recipient and both authorities it makes an order, without them it estimates. */
export const quote: QuoteEndpoint = {
  method: 'GET',
  path: '/v1.0/dln/order/create-tx',
  read,
  calldata: (offer, { query }) =>
    isEstimate(query) ? null : orderCalldata(offer, query.dstChainOrderAuthorityAddress ?? ''),
  contractOrder: (offer, { query }) =>
    isEstimate(query) ? null : contractOrder(offer, query.dstChainOrderAuthorityAddress ?? ''),
  body,
  estimate,
};

const orderFields = [
  'dstChainTokenOutRecipient',
  'srcChainOrderAuthorityAddress',
  'dstChainOrderAuthorityAddress',
] as const;

function isEstimate(query: EngineRequest['query']): boolean {
  return orderFields.every((field) => query[field] === undefined);
}

function read({ query }: EngineRequest): Ask {
  const fields = new RequestFields(query);
  const [recipient, authority] = isEstimate(query)
    ? []
    : orderFields.map((field) => fields.address(field));
  refuseOtherAmounts(fields);
  return {
    fromChainId: chainIn(fields, 'srcChainId'),
    toChainId: chainIn(fields, 'dstChainId'),
    fromToken: fields.token('srcChainTokenIn', ZeroAddress),
    toToken: fields.token('dstChainTokenOut', ZeroAddress),
    units: fields.units('srcChainTokenInAmount'),
    depositor: fields.optionalAddress('senderAddress') ?? authority ?? ZeroAddress,
    recipient: recipient ?? ZeroAddress,
    refundTo: beneficiaryIn(fields),
    least: 'exact',
  };
}

/**
 * The beneficiary of a cancelled order. It is not the refund address, which gets what a swap before
 * the order leaves over; there is no swap here.
 */
function beneficiaryIn(fields: RequestFields): string | null {
  fields.optionalAddress('srcChainRefundAddress');
  return fields.optionalAddress('srcAllowedCancelBeneficiary') ?? null;
}

// Both change what is taken from the sender, and this stand-in takes exactly the given amount.
function refuseOtherAmounts(fields: RequestFields): void {
  const output = fields.optionalText('dstChainTokenOutAmount') ?? 'auto';
  if (output !== 'auto')
    throw new Refused({ kind: 'malformed', field: 'dstChainTokenOutAmount', found: output });
  if (fields.optionalFlag('prependOperatingExpenses') === true) {
    throw new Refused({ kind: 'malformed', field: 'prependOperatingExpenses', found: 'true' });
  }
}

function chainIn(fields: RequestFields, field: string): number {
  const dlnId = fields.integer(field);
  const chainId = chainIdOf(dlnId);
  if (chainId === undefined) throw new Refused({ kind: 'malformed', field, found: String(dlnId) });
  return chainId;
}
