import type { WireRefund } from './depositor.ts';

/** What the chains show of one caller at the end, and what the service says. */
export interface DepositFacts {
  readonly agreed: bigint;
  /** What the agreed amount is paid out as. */
  readonly agreedOutput: bigint;
  /** Confirmed at the deposit's address, spent by us or not. */
  readonly deposited: bigint;
  /** What the recipient has, and what the refund address has. */
  readonly delivered: bigint;
  readonly returned: bigint;
  readonly isNamed: boolean;
  readonly isReversed: boolean;
  readonly status: string;
  readonly stage: string;
  readonly toldDelivered: bigint;
  readonly refunds: readonly WireRefund[];
  readonly isLost: boolean;
}

export interface DepositVerdict {
  /** A sentence each; none where the caller got all that was due, and no more. */
  readonly wrong: readonly string[];
  readonly isShort: boolean;
  readonly isPaidTwice: boolean;
  /** What was paid for a deposit that its payer took back, in satoshis; and whether it is said. */
  readonly lostUnits: bigint;
}

/** Each satoshi of a caller was delivered at its price, or went back less its miner fee, or waits. */
export function judgeDeposit(facts: DepositFacts): DepositVerdict {
  const { agreed, agreedOutput, deposited, delivered, returned, status, stage, refunds } = facts;
  const sent = refunds.filter(({ state }) => state === 'sent' || state === 'done');
  const back = sumOf(sent, ({ amount }) => amount);
  const fees = sumOf(sent, ({ refundFee }) => refundFee ?? '0');
  const waiting = sumOf(
    refunds.filter((one) => !sent.includes(one)),
    ({ amount }) => amount,
  );
  // What a delivery of so much is worth, rounded for the payer and against.
  const credited = (delivered * agreed) / agreedOutput;
  const given = credited + back + waiting;
  // The day's price, for what was seen late, moves by far less within a run.
  const rounding = agreed / 100n;
  const isOver = status === 'DONE' || status === 'FAILED';
  const isHeld = waiting > 0n && !facts.isNamed;
  const wrong: string[] = [];
  const say = (isWrong: boolean, sentence: string): boolean => {
    if (isWrong) wrong.push(sentence);
    return isWrong;
  };
  say(
    delivered !== (status === 'DONE' ? facts.toldDelivered : 0n),
    `${delivered} were delivered, told ${facts.toldDelivered}`,
  );
  say(returned !== back - fees, `${returned} went back, told ${back - fees}`);
  say(!isOver && !(isHeld && stage === 'REFUND_HELD'), `it stands at ${status}, ${stage}`);
  say(waiting > 0n && !isHeld, `${waiting} wait that have an address`);
  say(
    sent.some(({ state }) => state === 'sent'),
    'a refund is not mined',
  );
  const isShort = say(
    given < deposited - rounding || returned < back - fees,
    `of ${deposited} deposited ${credited} were delivered, ${back} went back and ${waiting} wait`,
  );
  const excess = given - deposited > rounding ? given - deposited : 0n;
  const isExcused = facts.isReversed && excess > 0n;
  const isPaidTwice = say(
    (excess > 0n && !isExcused) || returned > back - fees,
    `for ${deposited} deposited ${credited} were delivered, ${back} went back and ${waiting} wait`,
  );
  say(
    isExcused && !facts.isLost,
    `${excess} were paid for a deposit that is gone, and no loss is told`,
  );
  say(!isExcused && facts.isLost, 'a loss is told, and what was deposited is there');
  return { wrong, isShort, isPaidTwice, lostUnits: isExcused ? excess : 0n };
}

function sumOf(refunds: readonly WireRefund[], units: (one: WireRefund) => string): bigint {
  return refunds.reduce((sum, one) => sum + BigInt(units(one)), 0n);
}
