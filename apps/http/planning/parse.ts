import type { PlanRequest, PlanSource } from '@interline/core/planning';
import {
  type Askers,
  defaultSlippage,
  evmChainId,
  isRelayError,
  type QuoteRequest,
  readAmount,
  readUnits,
} from '@interline/kernel';
import { parseAddress, parseEvmAddress, parseServedChain } from '../server/parse/parse-address.ts';
import type { RequestSetting } from '../transfer/route-request.ts';
import type { PlanWire } from './schemas.ts';

type Setting = Pick<RequestSetting, 'tokens' | 'addresses'> & { readonly askedBy: Askers };

/**
 * Throws for a wrong shape, amount or destination. A source whose chain or token is unknown is rejected
 * in the plan, with its reason.
 */
export function parsePlanRequest(wire: PlanWire, setting: Setting): PlanRequest {
  const { tokens, addresses } = setting;
  const { to: named, constraints = {} } = wire;
  const amount = named.amount === undefined ? null : readAmount(named.amount, 'to.amount');
  const minOut =
    constraints.minOut === undefined ? null : readUnits(constraints.minOut, 'constraints.minOut');
  const chain = parseServedChain(named.chain, 'to.chain', tokens);
  const to = tokens.resolve(chain, named.token, 'to.token');
  const recipient = parseAddress(addresses, chain, named.address, 'to.address');
  const account =
    wire.account === undefined ? null : parseEvmAddress(addresses, wire.account, 'account');
  const sources = wire.from.map((one, at): PlanSource => {
    const taken = readAmount(one.amount, `from.${at}.amount`);
    return {
      named: {
        chain: shortened(one.chain),
        ...(one.token === undefined ? {} : { token: shortened(one.token) }),
        amount: taken.toString(),
      },
      asked: askedOf(one, `from.${at}`, { to, recipient, amount: taken, account }, setting),
    };
  });
  return {
    to,
    amount,
    recipient,
    account,
    goal: wire.goal ?? 'max-output',
    sources,
    constraints: {
      maxFeeBps: constraints.maxFeeBps ?? null,
      maxSeconds: constraints.maxSeconds ?? null,
      minOut,
      excludeRails: constraints.excludeRails ?? [],
      allowSplit: constraints.allowSplit ?? false,
      deadlineMs: constraints.deadline ?? null,
    },
  };
}

function askedOf(
  { chain, token }: PlanWire['from'][number],
  field: string,
  {
    account,
    ...moved
  }: Pick<QuoteRequest, 'to' | 'recipient' | 'amount'> & {
    readonly account: PlanRequest['account'];
  },
  { tokens, askedBy }: Setting,
): PlanSource['asked'] {
  try {
    const from = parseServedChain(chain, `${field}.chain`, tokens);
    return {
      request: {
        ...moved,
        lane: { from, to: moved.to.chain },
        from: tokens.resolve(from, token, `${field}.token`),
        payer: evmChainId(from) === null ? null : account,
        slippage: defaultSlippage,
        askedBy,
      },
    };
  } catch (error) {
    if (!isRelayError(error)) throw error;
    return { refusal: { code: error.code, reason: error.message } };
  }
}

/** What is longer than any address may be something else that landed in the wrong field. */
function shortened<T extends string | number>(name: T): T | string {
  return String(name).length > 44 ? `${String(name).length} characters` : name;
}
