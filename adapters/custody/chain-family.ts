import type { ChainRef, FinalityRow, TokenRef } from '@interline/kernel';
import type {
  BookedOutput,
  ChainFacts,
  ChainReader,
  ChainTime,
  Clock,
  DepositPort,
  FamilyCustody,
  Log,
  OutboundHttp,
} from '@interline/ports';
import type { z } from 'zod';

/**
 * A chain family that the service can hold money on beside EVM: how a part of the config becomes
 * custody. A deployment that names no settings for it does without.
 */
export interface ChainFamily<Settings = unknown> {
  /** The key of its part of the config (`families.<id>`), of its key file, and in a devnet's report. */
  readonly id: string;
  readonly chain: ChainRef;
  readonly settings: z.ZodType<Settings>;
  /** Whether real money moves on the chain. */
  readonly finality: FinalityRow;
  /** How long a reading must hold, how often what is in flight is read, when it is outbid. */
  readonly times: {
    readonly holdSec: number;
    readonly pollMs: number;
    readonly bumpAfterMs: number;
  };
  /** About how many units of its coin an ether is worth: for budgets against abuse. */
  readonly etherWorth: bigint;
  /** What a devnet says of its node of the chain, as settings. */
  onDevnet(node: unknown): Settings;
  tokens(settings: Settings): readonly TokenRef[];
  /** Touches no chain before its first use. */
  open(settings: Settings, parts: FamilyParts): OpenFamily;
}

export interface FamilyParts {
  /** 32 bytes out of the keystore, which all keys of the family derive from. */
  readonly secret: Uint8Array;
  /** What the store holds at deposit addresses of a chain. */
  readonly bookedDeposits: (chain: ChainRef) => Promise<readonly BookedOutput[]>;
  readonly clock: Clock;
  readonly http: OutboundHttp;
  readonly log: Log;
}

export interface OpenFamily {
  readonly custody: FamilyCustody;
  readonly reader: ChainReader & ChainTime;
  /** What quotes read of its recipients; left out where there is nothing to read. */
  readonly facts?: ChainFacts;
  /** Left out where its payers sign for what is pulled. */
  readonly deposits?: DepositPort;
  /**
   * What a person should see to though the chain is served, a clause each: for the operator, never public.
   * Left out where there is nothing of the kind.
   */
  warnings?(signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}
