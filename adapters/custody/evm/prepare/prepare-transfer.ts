import {
  type EvmAddress,
  evmAddress,
  type Hex,
  nativeAddress,
  type RailOutcome,
  refuse,
} from '@interline/kernel';
import type { TransactionRequest, Prepared } from '@interline/ports';
import { balanceOfCall, transferCall } from '../abi/erc20-calls.ts';
import { readUint } from '../abi/words.ts';
import { coinBalanceOf, estimateGas, ethCall } from '../rpc/state-calls.ts';
import { headNumber } from '../rpc/blocks.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { needOfEstimate, postingGasOf } from './gas-limit.ts';
import { marketFees } from './market.ts';
import { type Draft, type Measured, preparedWithin, type Preparing } from './preparing.ts';
import { revertWords } from './revert-words.ts';

type PaymentRequest = Extract<TransactionRequest, { kind: 'payout' }>;

/**
 * A payout or refund from one of our accounts. Above the fee cap it is still prepared, and waits in
 * the mempools for gas to come down.
 */
export async function prepareTransfer(
  at: Preparing,
  request: PaymentRequest,
): Promise<RailOutcome<readonly Prepared[]>> {
  const { chain, accounts, signal } = at;
  const account = accounts[request.role];
  const message = messageOf(request);

  const [market, postingGas, { block, held, gas }] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read((node) => readTransfer(node, request, account, message), signal),
  ]);
  if (held === null || held < request.units)
    return refuse(
      'SIMULATION_FAILED',
      `our ${request.role} account holds too little for the ${request.purpose}`,
    );
  if (!gas.ok) {
    const why =
      revertWords(gas.revert) ??
      `${request.to} does not take it, or the token refuses the transfer`;
    return refuse('SIMULATION_FAILED', `the ${request.purpose} would revert: ${why}`);
  }

  const { purpose, role, token, to, units } = request;
  const need = needOfEstimate(gas.gas, postingGasOf(message.data, postingGas));
  const draft: Measured = {
    purpose,
    role,
    ...message,
    gas: need,
    expects: { token, from: account, to, units },
  };
  return preparedWithin(at, [draft], marketFees(market, chain.costs.capWei), block);
}

async function readTransfer(
  node: RpcNode,
  { token }: PaymentRequest,
  account: EvmAddress,
  { to, data, valueWei }: TransferMessage,
) {
  const value: Hex = `0x${valueWei.toString(16)}`;
  const estimate = estimateGas({ from: account, to, data, value });
  if (token === nativeAddress) {
    const [block, held, gas] = await node.ask([headNumber, coinBalanceOf(account), estimate]);
    return { block, held, gas };
  }
  const [block, held, gas] = await node.ask([
    headNumber,
    ethCall({ to, data: balanceOfCall(account) }),
    estimate,
  ]);
  return { block, held: held.ok ? readUint(held.data) : null, gas };
}

type TransferMessage = Pick<Draft, 'to' | 'data' | 'valueWei'>;

function messageOf({ token, to, units }: PaymentRequest): TransferMessage {
  return token === nativeAddress
    ? { to, data: '0x', valueWei: units }
    : { to: evmAddress(token), data: transferCall(to, units), valueWei: 0n };
}
