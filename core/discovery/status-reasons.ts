import { type ChainRef, chainToWire } from '@interline/kernel';
import type { Switch } from '../switches/index.ts';

/** What the status was decided by. */
interface Found {
  readonly takesWrites: boolean;
  readonly chainsDown: readonly ChainRef[];
  /** Chains with an account that sends nothing until a person or the chain lets it run. */
  readonly stoppedChains: readonly ChainRef[];
  readonly railsDown: readonly NotAsked[];
  /** Engines that are not asked though their rail is up. */
  readonly enginesApart: readonly NotAsked[];
  readonly deficits: number;
  /** By how much the clock is ahead of what is believed. */
  readonly clockAheadMs: number;
  readonly floatAlarms: readonly string[];
  /** What a person should see to on chains that are served. */
  readonly chainWarnings: readonly string[];
  /** Logs of which witnesses remember leaves that the store has lost. */
  readonly lostLogs: readonly string[];
  /** Why no receipt is signed of routes that end. */
  readonly receiptAlarms: readonly string[];
  readonly switches: readonly Pick<Switch, 'scope' | 'state' | 'by'>[];
}

interface NotAsked {
  readonly id: string;
  readonly reason: string | null;
}

/** Why the service is not operational, a clause each, for its operator; empty where it is. */
export function statusReasons(found: Found): readonly string[] {
  const { takesWrites, chainsDown, stoppedChains, railsDown, deficits, clockAheadMs } = found;
  const { floatAlarms, lostLogs } = found;
  return [
    ...(takesWrites ? [] : ['the store does not answer or takes no writes']),
    ...found.switches.map(
      ({ scope, state, by }) => `${scope} is ${state} by the order of ${by} (interline switches)`,
    ),
    ...chainsDown.map((chain) => `chain ${chainToWire(chain)} does not answer`),
    ...stoppedChains.map(
      (chain) => `an account on ${chainToWire(chain)} is stopped (interline desk)`,
    ),
    ...railsDown.map((one) => `rail ${clauseOf(one)}`),
    ...found.enginesApart.map((one) => `engine ${clauseOf(one)}`),
    ...(deficits === 0
      ? []
      : [`chains show less than the books on ${deficits} holdings (interline desk)`]),
    ...floatAlarms,
    ...found.chainWarnings,
    ...lostLogs.map(
      (log) => `the log ${log} has lost leaves that its witnesses remember (interline desk)`,
    ),
    ...found.receiptAlarms,
    ...(clockAheadMs === 0
      ? []
      : [
          `the clock is ${Math.round(clockAheadMs / 3_600_000)} h ahead of what any chain confirms: nothing that is due is destroyed, drawn or forgotten`,
        ]),
  ];
}

function clauseOf({ id, reason }: NotAsked): string {
  return `${id}: ${reason ?? 'it says no reason'}`;
}
