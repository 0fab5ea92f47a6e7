import {
  evmAddress,
  type EvmAddress,
  isPullable,
  permit2Address,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { PayerState } from '@interline/ports';
import type { ExecuteRequest } from '../execute/execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import { type Blocker, blockerOf, type Findings, nothingFound } from './findings.ts';

type Ports = Pick<TransferPorts, 'custody' | 'store'>;

/** Whether the payer has the money and Permit2 may take it. */
export async function inspectPayer(
  ports: Ports,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Findings> {
  const { from, payer } = request.quote;
  if (request.mode !== 'permit2' || !isPullable(from)) return nothingFound;
  if (payer === null)
    return {
      blockers: [],
      warnings: [
        'nobody was named as the payer, so balance and allowance were not read; send fromAddress',
      ],
    };
  const account = evmAddress(payer);
  const token = evmAddress(from.address);
  try {
    const [state, pulled] = await Promise.all([
      ports.custody.payerState(from.chain, token, account, signal),
      ports.store.reads.transactions.pendingPulls(from.chain, token, account),
    ]);
    const allowance = inspectAllowance(request, account, state);
    return {
      blockers: [...balanceBlockers(request, account, state, pulled), ...allowance.blockers],
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

/** What is already being pulled cannot be pulled once more. */
function balanceBlockers(
  { quote: { from, amount } }: ExecuteRequest,
  payer: EvmAddress,
  { balance }: PayerState,
  pulled: Units,
): readonly Blocker[] {
  const left = balance > pulled ? balance - pulled : 0n;
  if (left >= amount) return [];
  const underWay = pulled === 0n ? '' : `, of which ${pulled} are being pulled already`;
  const orLess = left === 0n ? '' : `, or lower amount to ${left}`;
  return [
    {
      code: 'PAYER_NOT_READY',
      reason: `the payer ${payer} holds ${balance} of ${from.symbol} on ${from.chain}${underWay}; ${amount} are needed`,
      fix: `Send ${amount - left} more of ${from.symbol} to ${payer} on ${from.chain}${orLess}.`,
    },
  ];
}

/** While the permit is still to be signed, the allowance is a second signature of the same step. */
function inspectAllowance(
  { quote: { from, amount }, permit, allowance }: ExecuteRequest,
  payer: EvmAddress,
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

function takesEip2612({ eip2612 }: TokenRef, { eip2612Nonce, hasCode }: PayerState): boolean {
  return eip2612 !== undefined && eip2612Nonce !== null && !hasCode;
}
