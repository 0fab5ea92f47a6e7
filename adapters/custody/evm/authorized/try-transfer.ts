import { type EvmAddress, type Hex, RelayError } from '@interline/kernel';
import type { AuthorizedTransfer, TransferFault, TriedTransfer } from '@interline/ports';
import { balanceOfCall } from '../abi/erc20-calls.ts';
import { isValidSignatureCall } from '../abi/erc1271-call.ts';
import { readUint } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { readUndeployed } from '../permit/ask-wallet.ts';
import { isErc1271Yes, isSignatureShape } from '../permit/owner-signature.ts';
import { payersCodeGas } from '../prepare/chain-costs.ts';
import {
  gasCeilingOf,
  gasLimitOf,
  leastLimitOf,
  needOfEstimate,
  postingGasOf,
} from '../prepare/gas-limit.ts';
import { least, marketFees, most, nextBlockPrice } from '../prepare/market.ts';
import { revertWords } from '../prepare/revert-words.ts';
import { headNumber } from '../rpc/blocks.ts';
import { codeOf, ethCall } from '../rpc/state-calls.ts';
import { estimatedTransfer, simulatedTransfer } from './simulated-transfer.ts';
import type { TransferMethod } from './transfer-method.ts';

export function fault(kind: TransferFault, why: string | null = null): TriedTransfer {
  return { ok: false, fault: kind, why };
}

/** Tries the whole transfer at the head: who signed it, what it would do and what that costs. */
export async function tryTransfer(
  chain: EvmChain,
  relayer: EvmAddress,
  methodOf: (transfer: AuthorizedTransfer) => TransferMethod,
  given: AuthorizedTransfer,
  signal: AbortSignal,
): Promise<TriedTransfer> {
  if (!isSignatureShape(given.signature)) return fault('signature');
  const undeployed = readUndeployed(given.signature);
  const transfer = { ...given, signature: undeployed?.signature ?? given.signature };
  const { token, from, units } = transfer;
  const method = methodOf(transfer);
  const ceiling = gasCeilingOf(chain.costs, 'settle', chain.costs.mostPostingGas);
  // The simulation gets no more gas than we would sign for, so that a payer's code cannot keep a
  // node busy.
  const gas: Hex = `0x${ceiling.toString(16)}`;
  const message = { from: relayer, to: method.to, data: method.data, gas };
  const [market, per512Bytes, [block, code, held, allowance, estimate]] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read(async (node) => {
      const [head, its, owned, allowed, ran] = await node.ask([
        headNumber,
        codeOf(from),
        ethCall({ to: token, data: balanceOfCall(from) }),
        method.allowance ?? codeOf(from),
        simulatedTransfer(message, transfer),
      ]);
      const leave = typeof allowed === 'bigint' ? allowed : null;
      return [head, its, owned, leave, ran ?? (await estimatedTransfer(node, message))] as const;
    }, signal),
  ]);
  const hasCode = code !== '0x';
  if (!hasCode && undeployed !== null) return fault('undeployed', notDeployed);
  if (!hasCode && method.byKey?.isLowS !== true) return fault('signature', unsignedWhy(method));
  const balance = held.ok ? (readUint(held.data) ?? 0n) : 0n;
  if (!estimate.ok) {
    const { revert } = estimate;
    return diagnosed(chain, method, transfer, { balance, allowance, revert }, signal);
  }
  // No listed token moves more than the payer holds, but the balance was read anyway.
  if (balance < units) return fault('balance');
  if (!estimate.isMade) return fault('fails', 'the whole amount would not arrive');
  const posting = postingGasOf(method.data, per512Bytes, chain.costs);
  const need = needOfEstimate(estimate.gas, posting, hasCode);
  const mostOfCode = payersCodeGas * chain.costs.gasFactor + posting;
  if (hasCode && need.needed > mostOfCode)
    return fault(
      'fails',
      `with the code of the payer's wallet it would take ${need.needed} gas, and ${mostOfCode} is the most that is paid for here`,
    );
  const limit = gasLimitOf(chain, 'settle', need);
  if (!limit.ok) throw new RelayError('GAS_CEILING', { chain: chain.ref }, limit.reason);
  const gasLimit = hasCode
    ? limit.value
    : most(limit.value, leastLimitOf(chain.costs, 'settle', posting));
  const fees = marketFees(market, chain.costs.feeRateCap);
  const price = nextBlockPrice(market, fees);
  return {
    ok: true,
    balance,
    allowance,
    prepared: {
      purpose: 'settle',
      chain: chain.ref,
      role: 'spender',
      account: relayer,
      tx: { to: method.to, data: method.data, value: 0n, gasLimit, ...fees },
      expects: { token, from, to: transfer.to, units },
      block,
      standsAlone: true,
      nextBlockCost: gasLimit * price,
      neededCost: least(need.needed, gasLimit) * price,
    },
  };
}

const notDeployed =
  "the payer's wallet is not deployed yet, and its factory is not called at our cost: deploy it, and bring the same payment again";

interface Found {
  readonly balance: bigint;
  readonly allowance: bigint | null;
  readonly revert: Hex | null;
}

/** Why the simulation failed, checked in the documented order. */
async function diagnosed(
  chain: EvmChain,
  method: TransferMethod,
  transfer: AuthorizedTransfer,
  { balance, allowance, revert }: Found,
  signal: AbortSignal,
): Promise<TriedTransfer> {
  const { units } = transfer;
  const isSigned =
    method.byKey?.isLowS === true || (await isByCode(chain, method, transfer, signal));
  if (!isSigned) return fault('signature', unsignedWhy(method));
  const [isUsed] = await chain.client.read((node) => node.ask([method.isUsed]), signal);
  if (isUsed) return fault('used');
  if (balance < units) return fault('balance');
  if (allowance !== null && allowance < units) return fault('allowance', notAllowed);
  return fault('fails', revertWords(revert));
}

function unsignedWhy({ byKey }: TransferMethod): string | null {
  return byKey === null ? null : highS;
}

const highS =
  "the payer's key made it, but its s is above half of the curve's order (EIP-2): anyone can derive that form from the one that the wallet wrote, so send the wallet's own";

const notAllowed = 'the payer has not approved Permit2 for as much of the token';

/** ERC-1271, called as the contract that verifies the signature would call it. */
async function isByCode(
  { client, costs }: EvmChain,
  { digest, asker }: TransferMethod,
  { from, signature }: AuthorizedTransfer,
  signal: AbortSignal,
): Promise<boolean> {
  const question = isValidSignatureCall(`0x${digest.toString('hex')}`, signature);
  const gas: Hex = `0x${gasCeilingOf(costs, 'settle', 0n).toString(16)}`;
  const [answer] = await client.read(
    (node) => node.ask([ethCall({ from: asker, to: from, data: question, gas })]),
    signal,
  );
  return isErc1271Yes(answer);
}
