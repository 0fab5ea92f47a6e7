import type { DepositRules, ServiceTermsView } from '../discovery/index.ts';
import type { Passage } from './find-passages.ts';

/**
 * How a transfer starts and ends where no permit is signed, or where the recipient's chain has its
 * own rules. What this deployment does not settle is left out.
 */
export function beyondEvmPassages({ quoteOnly, deposits }: ServiceTermsView): readonly Passage[] {
  const settles = (wire: string, side: 'source' | 'destination'): boolean =>
    !quoteOnly.some((corridor) => corridor.node === wire && corridor.side === side);
  const passages: readonly (Omit<Passage, 'kind'> & { readonly isTrue: boolean })[] = [
    {
      id: 'how to send to bitcoin',
      text: 'To pay out on bitcoin, send toChain "bitcoin" and a Bitcoin address as toAddress to POST /api/agent/do with fromAddress, sign its signRequest, and execute its body; it broadcasts with live: true only. The payout is net of the miner fee.',
      alsoCalled: 'pay out to bitcoin btc withdraw',
      isTrue: settles('bitcoin', 'destination'),
    },
    {
      id: 'deposits from bitcoin',
      text: 'From bitcoin nothing is signed: POST /api/route/execute with fromChain "bitcoin", live: true and without mode answers AWAITING_DEPOSIT with an address of that route alone in deposit, the amount, until when the price is locked (lockedUntil; null where it is not) and until when a deposit counts (expiresAt). Send a refundAddress of yours with it: where a deposit cannot be delivered it goes back there, less the miner fee.',
      alsoCalled: 'how do I AWAITING_DEPOSIT awaiting deposit bitcoin btc source pay refundAddress',
      isTrue: settles('bitcoin', 'source'),
    },
    {
      id: 'miner fee of a deposit',
      text: 'From bitcoin the payer sends the deposit itself, with its miner fee.',
      alsoCalled: 'gas miner fee bitcoin btc',
      isTrue: settles('bitcoin', 'source'),
    },
    ...(deposits === null ? [] : [{ ...rulesPassage(deposits.rules), isTrue: true }]),
    {
      id: 'how to send to stellar',
      text: 'To pay out on stellar, send toChain "stellar" and an account G... or M... as toAddress to POST /api/agent/do with fromAddress, sign its signRequest, and execute its body; it broadcasts with live: true only. An exchange wants memo: { type, value }. Without a trustline for the token, claimable: true pays a balance to claim; XLM creates an account that is not there yet.',
      alsoCalled: 'pay out to stellar xlm exchange trustline memo claimable muxed',
      isTrue: settles('stellar', 'destination'),
    },
    {
      id: 'FUNDS_REQUIRED',
      text: 'FUNDS_REQUIRED says that our own account on the other side cannot pay a transfer now: nothing was pulled and no deposit address was issued. It goes on by itself once the account is funded; else it ends as FAILED with the stage NOT_PULLED, and may be sent again.',
      alsoCalled: 'funds required what is',
      isTrue: settles('bitcoin', 'destination') || settles('stellar', 'destination'),
    },
  ];
  return passages.flatMap(({ isTrue, ...passage }) =>
    isTrue ? [{ kind: 'terms' as const, ...passage }] : [],
  );
}

function rulesPassage({ more, less, second, late, unpaid }: DepositRules): Omit<Passage, 'kind'> {
  const back = 'What goes back needs a refundAddress, less the miner fee.';
  return {
    id: 'a deposit of too much, too little, twice or late',
    text: [more, less, second, late, unpaid, back].join(' '),
    alsoCalled:
      'what happens if I deposit too much, deposit too little, deposit twice, deposit late, paid more, paid less, wrong amount, a second deposit, unpaid deposits, limit',
  };
}
