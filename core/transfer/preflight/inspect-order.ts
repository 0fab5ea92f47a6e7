import {
  asAddress,
  type Address,
  isBurnAddress,
  isNative,
  isPullable,
  permit2Address,
  type RelayError,
  type TokenRef,
} from '@interline/kernel';
import type { PayerState } from '@interline/ports';
import { checkOpenValue, checkRevertBudgets } from '../budgets/check-limits.ts';
import { orderRefusals, recipientRefusals, verifyOrder } from '../execute/check-order.ts';
import { laneChecks } from '../execute/lane-checks.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import type { KeptOrder } from '../repository.ts';
import { type Blocker, blockerOf, type Findings, nothingFound } from './findings.ts';

/** All findings that need no network access. An unsigned permit is a next step, not a blocker. */
export function inspectOrder(
  ports: Pick<TransferPorts, 'registry' | 'custody' | 'tokens'>,
  request: ExecuteRequest,
): Findings {
  // A caller that may not broadcast is notified here, even if execute would only rehearse the body.
  const refusals = [...orderRefusals(ports, { ...request, live: true })];
  return {
    blockers: refusals
      .filter(({ code }) => code !== 'MISSING_FIELD')
      .map((refusal) => orderBlocker(ports, request, refusal)),
    warnings: request.mode === 'permit2' && request.permit === null ? [nextStep] : [],
  };
}

const nextStep =
  'no permit2 yet: the next step is POST /api/agent/do with fromAddress, then to sign its signRequest';

function orderBlocker(
  ports: Pick<TransferPorts, 'registry' | 'custody' | 'tokens'>,
  request: ExecuteRequest,
  refusal: RelayError,
): Blocker {
  const blocker = blockerOf(refusal);
  if (refusal.code === 'NATIVE_NOT_PULLABLE')
    return { ...blocker, fix: wrapFirst(ports, request) ?? blocker.fix };
  const { lane, recipient } = request.quote;
  return refusal.details['field'] === 'toAddress' && !isBurnAddress(lane.to, recipient)
    ? { ...blocker, fix: 'Send the account that is to have the money as toAddress.' }
    : blocker;
}

/** Null if the token list has no wrapped form of the coin. */
function wrapFirst(
  { tokens }: Pick<TransferPorts, 'registry' | 'custody' | 'tokens'>,
  { quote: { from, amount } }: ExecuteRequest,
): string | null {
  const wrapped = isNative(from)
    ? tokens
        .on(from.chain)
        .find(
          (token) =>
            isPullable(token) && token.asset === from.asset && token.decimals === from.decimals,
        )
    : undefined;
  return wrapped === undefined
    ? null
    : `Wrap ${amount} of ${from.symbol} on ${from.chain} and send fromToken ${wrapped.address} (${wrapped.symbol}).`;
}

export interface InspectedPermit extends Findings {
  /** The order that its sign request promised; null if the permit fails or no order was kept. */
  readonly kept: KeptOrder | null;
}

/** Whether the permit could be redeemed now, for exactly this transfer. */
export async function inspectPermit(
  ports: Pick<TransferPorts, 'custody' | 'store'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<InspectedPermit> {
  const { permit } = request;
  if (permit === null) return { ...nothingFound, kept: null };
  if ((await ports.store.reads.transfers.routeByPermit(permit)) !== null)
    return { blockers: [taken], warnings: [], kept: null };
  try {
    return { ...nothingFound, kept: (await verifyOrder(ports, request, signal)).kept };
  } catch (error) {
    return { blockers: [blockerOf(error)], warnings: [], kept: null };
  }
}

const taken = {
  code: 'PERMIT_USED',
  reason: 'this permit has already started a route',
  fix: 'Send the body to POST /api/route/execute again for the receipt of that route, or ask POST /api/agent/do for a new sign request.',
} as const;

/** Whether the payer has the money and Permit2 may take it. */
export async function inspectPayer(
  ports: Pick<TransferPorts, 'custody' | 'store'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Findings> {
  const { from, payer } = request.quote;
  if (request.mode !== 'permit2' || !isPullable(from)) return nothingFound;
  if (payer === null)
    return {
      blockers: [],
      warnings: ['no payer was named, so balance and allowance were not read; send fromAddress'],
    };
  const account = asAddress(payer);
  const token = asAddress(from.address);
  try {
    const { transactions } = ports.store.reads;
    const underWay = await transactions.pendingPulls(from.chain, token, account);
    const state = await ports.custody.payerState(from.chain, token, account, signal, underWay);
    const allowance = inspectAllowance(request, account, state);
    return {
      blockers: [...balanceBlockers(request, account, state), ...allowance.blockers],
      warnings: [
        ...allowance.warnings,
        ...(state.hasCode
          ? [
              `the payer ${account} has code on ${from.chain}: it is asked whether it accepts the signature (ERC-1271)`,
            ]
          : []),
      ],
    };
  } catch (error) {
    return { blockers: [blockerOf(error)], warnings: [] };
  }
}

/** Units of the payer's other pending pulls are not available. */
function balanceBlockers(
  { quote: { from, amount } }: ExecuteRequest,
  payer: Address,
  { balance, promised }: PayerState,
): readonly Blocker[] {
  const left = balance > promised ? balance - promised : 0n;
  if (left >= amount) return [];
  const underWay = promised === 0n ? '' : `, of which ${promised} are being pulled already`;
  const orLess = left === 0n ? '' : `, or lower amount to ${left}`;
  return [
    {
      code: 'PAYER_NOT_READY',
      reason: `the payer ${payer} holds ${balance} of ${from.symbol} on ${from.chain}${underWay}; ${amount} are needed`,
      fix: `Send ${amount - left} more of ${from.symbol} to ${payer} on ${from.chain}${orLess}.`,
    },
  ];
}

/** Before the permit is signed, a missing allowance is only one more thing to sign. */
function inspectAllowance(
  { quote: { from, amount }, permit, allowance }: ExecuteRequest,
  payer: Address,
  state: PayerState,
): Findings {
  if (state.permit2Allowance >= amount || allowance !== null) return nothingFound;
  const reason = `Permit2 may take ${state.permit2Allowance} of ${from.symbol} from ${payer}; ${amount} are needed`;
  if (!takesEip2612(from, state)) {
    return {
      blockers: [
        {
          code: 'PAYER_NOT_READY',
          reason,
          fix: `Approve Permit2 from ${payer} on ${from.chain}: approve(${permit2Address}, ${amount}) of token ${from.address}, or more.`,
        },
      ],
      warnings: [],
    };
  }
  if (permit === null)
    return {
      blockers: [],
      warnings: [`${reason}: sign signRequest.allowance of POST /api/agent/do as well`],
    };
  const fix =
    'Sign signRequest.allowance of POST /api/agent/do (EIP-2612, costs no gas) and send it as permit2.allowance.';
  return { blockers: [{ code: 'PAYER_NOT_READY', reason, fix }], warnings: [] };
}

export function takesEip2612(
  { eip2612 }: TokenRef,
  { eip2612Nonce, hasCode }: PayerState,
): boolean {
  return eip2612 !== undefined && eip2612Nonce !== null && !hasCode;
}

/**
 * Looks for code at a recipient that `inspectOrder` accepts. Code is only a warning, also for coin:
 * smart accounts have code and accept both, and the payout's simulation finds a contract that
 * refuses.
 */
export async function inspectRecipient(
  ports: Pick<TransferPorts, 'custody' | 'tokens'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Findings> {
  const { custody } = ports;
  const { lane, to, recipient } = request.quote;
  if (!custody.chains.includes(lane.to)) return nothingFound;
  if ([...recipientRefusals(ports, request)].length > 0) return nothingFound;
  const account = asAddress(recipient);
  try {
    const hasCode = await custody.hasCode(lane.to, account, signal);
    return hasCode ? { blockers: [], warnings: [contractWarning(account, to)] } : nothingFound;
  } catch (error) {
    return { blockers: [blockerOf(error)], warnings: [] };
  }
}

function contractWarning(recipient: Address, to: TokenRef): string {
  return isNative(to)
    ? `toAddress ${recipient} has code on ${to.chain}: it must accept ${to.symbol} that is simply sent to it`
    : `toAddress ${recipient} has code on ${to.chain}: it must be able to pass ${to.symbol} on`;
}

/** Whether the lane accepts any order now, using execute's checks. */
export async function inspectLane(
  ports: Pick<TransferPorts, 'custody' | 'store' | 'deposits' | 'chains' | 'clock'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Findings> {
  return blockersIn(laneChecks(ports, request, signal).map((check) => check()));
}

/** Whether the relayer may take one more pull on the source chain now. */
export async function inspectLimits(
  ports: Pick<TransferPorts, 'custody' | 'store' | 'price' | 'policy' | 'tokens' | 'clock'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Findings> {
  if (request.mode !== 'permit2') return nothingFound;
  return blockersIn([
    checkOpenValue(ports, request, signal),
    checkRevertBudgets(ports, ports.store.reads, request),
  ]);
}

async function blockersIn(checks: readonly Promise<void>[]): Promise<Findings> {
  const found = await Promise.all(checks.map((check) => check.then(() => null, blockerOf)));
  return { blockers: found.filter((one) => one !== null), warnings: [] };
}
