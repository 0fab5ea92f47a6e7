import { answer, type EvmAddress, isNative, type RailOutcome, refuse } from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import { coinFeeOf } from '../../wire/native-coin.ts';
import { approvedSpender } from '../../wire/read-calldata.ts';
import type { Ask, Built, CallFacts } from '../upstream.ts';
import { type Deposit, readDeposit } from './calldata.ts';
import type { RelayQuote } from './read-quote.ts';
import type { Step, TransactionStep } from './step.ts';

/**
 * One deposit, after approvals that we grant ourselves; a quote that needs anything more is
 * refused.
 */
export function planDeposit(ask: Ask, { priced, steps, orderId }: RelayQuote): RailOutcome<Built> {
  if (!steps.every(isTransaction))
    return refuse('NO_ROUTE', 'relay wants a signature for this transfer');
  const approvals = steps.slice(0, -1);
  const [item, ...more] = steps.at(-1)?.items ?? [];
  if (item === undefined || more.length > 0)
    return refuse('NO_ROUTE', 'relay wants another number of deposits than one');
  const spenders = approvals.flatMap(({ items }) =>
    items.map(({ data }) => (data.to === ask.from.address ? approvedSpender(data.data) : null)),
  );
  if (spenders.includes(null))
    return refuse('NO_ROUTE', 'relay wants more than an approval before its deposit');

  const requestId = steps.at(-1)?.requestId ?? item.check?.requestId;
  if (requestId === undefined || (item.check?.requestId ?? requestId) !== requestId)
    return refuse('NO_ROUTE', 'relay does not say by which id to follow its deposit');
  const deposit = readDeposit(item.data.data);
  if (deposit !== null && deposit.depositor !== ask.depositor)
    throw engineFault('relay', 'quote', 'relay would book the deposit to another depositor');
  if (deposit !== null && (orderId ?? deposit.id) !== deposit.id)
    throw engineFault('relay', 'quote', 'relay would book the deposit to another order');
  return answer({
    ...priced,
    coinFee: coinFeeOf('relay', ask, item.data.value),
    call: {
      ...item.data,
      spender: isNative(ask.from) ? null : (spenders.at(-1) ?? depositTaker(deposit, item.data.to)),
      says: factsOf(deposit),
    },
    ref: { requestId },
  });
}

function isTransaction(step: Step): step is TransactionStep {
  return step.kind === 'transaction';
}

/** Relay omits the approval while one exists, which another route of ours may use up first. */
function depositTaker(deposit: Deposit | null, to: EvmAddress): EvmAddress | null {
  return deposit === null ? null : to;
}

function factsOf(deposit: Deposit | null): CallFacts {
  if (deposit === null) return {};
  const { token, amount } = deposit;
  return { token, ...(amount === null ? {} : { units: amount }) };
}
