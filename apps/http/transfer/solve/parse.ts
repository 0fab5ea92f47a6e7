import type { IntentRequest, IntentSource } from '@interline/core/transfer';
import {
  type Amount,
  type Askers,
  defaultSlippage,
  isRelayError,
  readAmount,
  type TokenList,
} from '@interline/kernel';
import { missingField } from '../../server/parse/parse-shape.ts';
import { parseAddress, parseServedChain } from '../../server/parse/parse-address.ts';
import type { RequestSetting } from '../route-request.ts';
import type { IntentRequestWire, SourceWire } from './schemas.ts';

type Destination = Pick<IntentRequest, 'to' | 'recipient'>;

/**
 * Throws for a wrong shape, amount or destination. A source whose chain or token is unknown becomes
 * a refusal with its reason.
 */
export function parseIntentRequest(
  wire: IntentRequestWire,
  {
    tokens,
    addresses,
    askedBy,
  }: Pick<RequestSetting, 'tokens' | 'addresses'> & { readonly askedBy: Askers },
): IntentRequest {
  const amounts = parseAmounts(wire);
  const toChain = parseServedChain(wire.toChain, 'toChain', tokens);
  const destination: Destination = {
    to: tokens.resolve(toChain, wire.toToken, 'toToken'),
    recipient:
      wire.toAddress === undefined
        ? null
        : parseAddress(addresses, toChain, wire.toAddress, 'toAddress'),
  };
  return {
    ...destination,
    goal: wire.goal ?? 'max-output',
    sources: amounts.map((one, index) =>
      parseSource({ ...one, field: `from.${index}`, askedBy }, destination, tokens),
    ),
  };
}

interface SourceAmount {
  readonly source: SourceWire;
  readonly amount: Amount;
}

/** Each source with its own amount, or the shared one. */
function parseAmounts(wire: IntentRequestWire): readonly SourceAmount[] {
  const shared = wire.amount === undefined ? null : readAmount(wire.amount);
  return wire.from.map((source, index) => {
    const amount =
      source.amount === undefined ? shared : readAmount(source.amount, `from.${index}.amount`);
    if (amount === null)
      throw missingField(
        `from.${index}.amount`,
        "digits in the source token's smallest units, there or as the shared amount",
      );
    return { source, amount };
  });
}

function parseSource(
  {
    source,
    amount,
    field,
    askedBy,
  }: SourceAmount & { readonly field: string; readonly askedBy: Askers },
  { to, recipient }: Destination,
  tokens: TokenList,
): IntentSource {
  try {
    const chain = parseServedChain(source.chain, `${field}.chain`, tokens);
    const from = tokens.resolve(chain, source.token, `${field}.token`);
    return {
      request: {
        lane: { from: chain, to: to.chain },
        from,
        to,
        amount,
        payer: null,
        recipient,
        slippage: defaultSlippage,
        askedBy,
      },
    };
  } catch (error) {
    if (!isRelayError(error)) throw error;
    return { refusal: { code: error.code, reason: error.message } };
  }
}
