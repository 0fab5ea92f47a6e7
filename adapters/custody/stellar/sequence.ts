/**
 * An account's first sequence number is the ledger that created it in the high 32 bits, and each
 * transaction adds one. So the low half counts its transactions, as long as it never bumps its own
 * sequence, which ours do not.
 *
 * A slot is a sequence number of one channel. Slots go to the channels in turn: with four of them,
 * slot n follows slot n-4. Which number it is follows from the slot alone, so it is known in the
 * store's unit, and after any restart.
 */
const lowBits = 32n;
const low = (1n << lowBits) - 1n;

export interface ChannelLayout {
  /** Slots below it are the float's own sequence numbers, from before the channels existed. */
  readonly firstSlot: number;
  /** The high half of each channel's sequence numbers; the float's comes first. */
  readonly bases: readonly bigint[];
}

/** A sequence number and its channel. */
export interface Place {
  readonly channel: number;
  readonly sequence: bigint;
}

/** How many transactions the account has sent, from its sequence number. */
export function slotsOf(sequence: bigint): number {
  return Number(sequence & low);
}

export function baseOf(sequence: bigint): bigint {
  return (sequence >> lowBits) << lowBits;
}

/** The state of the transaction in that slot. */
export function placeOf({ firstSlot, bases }: ChannelLayout, slot: number): Place {
  const turn = slot - firstSlot;
  if (turn < 0) return { channel: 0, sequence: (bases[0] ?? 0n) + BigInt(slot) + 1n };
  const channel = turn % bases.length;
  const before = Math.floor(turn / bases.length) + (channel === 0 ? firstSlot : 0);
  return { channel, sequence: (bases[channel] ?? 0n) + BigInt(before) + 1n };
}

/** The slot of a channel's sequence number: the inverse of `placeOf`. */
export function slotAt(
  { firstSlot, bases }: ChannelLayout,
  channel: number,
  sequence: bigint,
): number {
  const before = slotsOf(sequence) - 1;
  if (channel === 0 && before < firstSlot) return before;
  const turns = before - (channel === 0 ? firstSlot : 0);
  return firstSlot + turns * bases.length + channel;
}

/**
 * The slots below the given one whose sequence numbers are unused, from the channels' newest
 * numbers.
 */
export function freeBelow(
  layout: ChannelLayout,
  sequences: readonly bigint[],
  end: number,
): readonly number[] {
  return sequences
    .flatMap((sequence, channel) => {
      const free: number[] = [];
      for (
        let next = sequence + 1n, slot = slotAt(layout, channel, next);
        slot < end;
        next += 1n, slot = slotAt(layout, channel, next)
      )
        free.push(slot);
      return free;
    })
    .toSorted((a, b) => a - b);
}
