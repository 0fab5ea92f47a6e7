import {
  type Address,
  evmAddress,
  type Hex,
  nativeAddress,
  type RailOutcome,
  refuse,
} from '@interline/kernel';
import type { TransactionRequest, Prepared } from '@interline/ports';
import { balanceOfCall, transferCall } from '../abi/erc20-calls.ts';
import { readUint } from '../abi/words.ts';
import { type CallAnswer, codeOf, coinBalanceOf, ethCall } from '../rpc/state-calls.ts';
import { enoughOf } from '../rpc/ask-each.ts';
import { headNumber } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { estimateWithin } from './estimate-within.ts';
import { gasCeilingOf, needOfEstimate, postingGasOf } from './gas-limit.ts';
import {
  type Draft,
  leastLimitFor,
  type Measured,
  preparedWithin,
  type Preparing,
} from './preparing.ts';
import { revertWords } from './revert-words.ts';
import { evmTx } from '../evm-tx-fields.ts';

type PaymentRequest = Extract<TransactionRequest, { kind: 'payout' }>;

/**
 * A payout or refund from one of our accounts. Above the fee cap it is still prepared and waits in
 * the mempools until gas gets cheaper.
 */
export async function prepareTransfer(
  at: Preparing,
  request: PaymentRequest,
): Promise<RailOutcome<readonly Prepared[]>> {
  const { chain, accounts, signal } = at;
  const account = accounts[request.role];
  const message = messageOf(request);

  const postingGas = await chain.postingGas(signal);
  const posting = postingGasOf(message.data, postingGas, chain.costs);
  const ceiling = gasCeilingOf(chain.costs, request.purpose, posting);
  const [market, { reader, block, held, gas, isBeyond, runsForeignCode }] = await Promise.all([
    chain.market(signal),
    chain.client.read((node) => readTransfer(node, request, account, message, ceiling), signal),
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
  const draft: Measured = {
    purpose,
    role,
    ...message,
    gas: needOfEstimate(gas.gas, posting, runsForeignCode),
    runsForeignCode,
    expects: { token, from: account, to, units },
  };
  const measured = preparedWithin(at, [draft], market, block);
  const isEnough = !measured.ok || (await worksWithin(at, draft, measured.value, reader));
  const prepared = isEnough
    ? measured
    : preparedWithin(at, [{ ...draft, needsCeiling: true }], market, block);
  // Only code that checks its own gas fails within a limit that it does not need.
  return prepared.ok && isBeyond
    ? refuse('GAS_CEILING', `the ${purpose} would revert within the gas that one may take`)
    : prepared;
}

/**
 * Whether it works with exactly the gas limit to be signed, on a node other than the one that
 * estimated it. The recipient's code can see its gas, and a low estimate by one node for an
 * expensive token would make it revert. For a token without such a problem this is checked once an
 * hour.
 */
async function worksWithin(
  { chain, signal }: Preparing,
  draft: Measured,
  prepared: readonly Prepared[],
  reader: RpcNode,
): Promise<boolean> {
  const { client, costs, triedTokens } = chain;
  const { to: token, runsForeignCode, expects, gas } = draft;
  const isTried =
    expects?.token === nativeAddress || enoughOf(client) < 2 || triedTokens.has(token);
  if (!runsForeignCode && isTried) return true;
  const calls = prepared.map(({ account: from, tx }) => {
    const { to, data, value, gasLimit } = evmTx(tx);
    return ethCall({
      from,
      to,
      data,
      value: `0x${value.toString(16)}`,
      gas: `0x${gasLimit.toString(16)}`,
    });
  });
  const { shownBy, works } = await client.readBeside(
    reader,
    async (node) => {
      const answers = await node.ask(calls);
      return { shownBy: node, works: answers.every(({ ok }) => ok) };
    },
    signal,
  );
  const leastLimit = leastLimitFor(costs, draft, gas.posting);
  const isOrdinary = prepared.every(({ tx }) => tx.gasLimit <= leastLimit);
  if (works && isOrdinary && !runsForeignCode && shownBy !== reader) triedTokens.add(token);
  return works;
}

async function readTransfer(
  node: RpcNode,
  { token, to: recipient }: PaymentRequest,
  account: Address,
  message: TransferMessage,
  ceiling: bigint,
) {
  const { to, data } = message;
  const value: Hex = `0x${message.value.toString(16)}`;
  const [[block, held, code], estimate] = await Promise.all([
    token === nativeAddress
      ? node.ask([headNumber, coinBalanceOf(account), codeOf(recipient)])
      : node.ask([headNumber, tokenBalanceOf(to, account), codeOf(recipient)]),
    estimateWithin(node, { from: account, to, data, value }, ceiling),
  ]);
  return { reader: node, block, held, ...estimate, runsForeignCode: code !== '0x' };
}

/** Null if the token does not return it. */
function tokenBalanceOf(token: Address, account: Address): RpcCall<bigint | null> {
  const call = ethCall({ to: token, data: balanceOfCall(account) });
  const unitsIn = (answered: CallAnswer) => (answered.ok ? readUint(answered.data) : null);
  return {
    ...call,
    read: (result) => unitsIn(call.read(result)),
    readError: (error) => unitsIn(call.readError(error)),
    isShared: true,
  };
}

type TransferMessage = Pick<Draft, 'to' | 'data' | 'value'>;

function messageOf({ token, to, units }: PaymentRequest): TransferMessage {
  return token === nativeAddress
    ? { to, data: '0x', value: units }
    : { to: evmAddress(token), data: transferCall(to, units), value: 0n };
}
