import type { WireRefund } from './depositor.ts';
import type { DepositPrice } from './service.ts';

/** What the chains show of one caller at the end, and what the service says. */
export interface DepositFacts {
  readonly agreed: bigint;
  /** What the agreed amount was quoted to be paid out as; and the least that the payer takes. */
  readonly quotedOutput: bigint;
  readonly leastOutput: bigint;
  /** By the service's record. */
  readonly priced: DepositPrice;
  /** Whether none of it was paid before the lock was over. */
  readonly isAfterLock: boolean;
  /** Confirmed at the deposit's address, spent by us or not. */
  readonly deposited: bigint;
  /** All that the payer ever paid there, and in how many parts. */
  readonly paid: bigint;
  readonly parts: number;
  /** What each part after the first costs to be spent, by the service's word. */
  readonly partCost: bigint;
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

/** What the devnet's bitcoin is worth in a dollar's units: a satoshi is 600 of them. */
const unitsPerSat = 600n;

/**
 * Each satoshi of a caller was delivered at its price, or went back less its miner fee, or waits, or
 * pays for a further part to be spent. The price is the quoted one where the record says `locked`; else
 * it is no less than the payer takes and no more than bitcoin is worth, since charges follow the gas of
 * the moment. What is paid up to a second after the expiry may be in time: a block's time has whole
 * seconds, and a deposit does not come late because we were down when its block was made.
 */
export function judgeDeposit(facts: DepositFacts): DepositVerdict {
  const { agreed, priced, deposited, delivered, returned, status, stage, refunds } = facts;
  const sent = refunds.filter(({ state }) => state === 'sent' || state === 'done');
  const back = sumOf(sent, ({ amount }) => amount);
  const fees = sumOf(sent, ({ refundFee }) => refundFee ?? '0');
  const waiting = sumOf(
    refunds.filter((one) => !sent.includes(one)),
    ({ amount }) => amount,
  );
  // What a delivery of so much is worth, rounded for the payer and against.
  const credited = (delivered * agreed) / priced.output;
  const given = credited + back + waiting;
  // Less than a unit of the output is rounded off, which is less than a satoshi.
  const rounding = 1n;
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
  say(
    delivered > 0n && priced.price === null,
    `${delivered} were delivered, and the record has no price`,
  );
  const isAsAgreed = priced.price === 'locked' || priced.price === 'kept';
  say(
    isAsAgreed && priced.output !== facts.quotedOutput,
    `its locked price is ${priced.output}, quoted ${facts.quotedOutput}`,
  );
  say(
    delivered > 0n && (priced.output < facts.leastOutput || priced.output > agreed * unitsPerSat),
    `its price of ${priced.output} is below ${facts.leastOutput} or above ${agreed * unitsPerSat}`,
  );
  say(facts.isAfterLock && isAsAgreed, 'it was paid after its lock, and has the locked price');
  say(returned !== back - fees, `${returned} went back, told ${back - fees}`);
  say(!isOver && !(isHeld && stage === 'REFUND_HELD'), `it stands at ${status}, ${stage}`);
  say(waiting > 0n && !isHeld, `${waiting} wait that have an address`);
  say(
    sent.some(({ state }) => state === 'sent'),
    'a refund is not mined',
  );
  const mostKept = delivered > 0n ? facts.partCost * BigInt(Math.max(0, facts.parts - 1)) : 0n;
  const isShort = say(
    given < deposited - mostKept - rounding || returned < back - fees,
    `of ${deposited} deposited ${credited} were delivered, ${back} went back and ${waiting} wait`,
  );
  const excess = given - deposited > rounding ? given - deposited : 0n;
  const isExcused = facts.isReversed && excess > 0n;
  const isPaidTwice = say(
    (excess > 0n && !isExcused) || given - rounding > facts.paid || returned > back - fees,
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
