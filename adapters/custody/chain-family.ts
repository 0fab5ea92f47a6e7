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
 * A chain family other than EVM on which the service can hold money: how a part of the config
 * becomes custody. A deployment without settings for it does not use the family.
 */
export interface ChainFamily<Settings = unknown> {
  /**
   * The key of its part of the config (`families.<id>`), of its key file, and of its part of a
   * devnet's report.
   */
  readonly id: string;
  readonly chain: ChainRef;
  readonly settings: z.ZodType<Settings>;
  /** Whether real money moves on the chain. */
  readonly finality: FinalityRow;
  /**
   * How long a reading must hold, how often pending transactions are read, and when they are
   * replaced.
   */
  readonly times: {
    readonly holdSec: number;
    readonly pollMs: number;
    readonly bumpAfterMs: number;
  };
  /** Approximate value of one ether in units of its coin, for budgets against abuse. */
  readonly etherWorth: bigint;
  /** Settings from a devnet's report of its node of the chain. */
  onDevnet(node: unknown): Settings;
  tokens(settings: Settings): readonly TokenRef[];
  /** Makes no network call before its first use. */
  open(settings: Settings, parts: FamilyParts): OpenFamily;
}

export interface FamilyParts {
  /** 32 bytes from the keystore. All keys of the family derive from them. */
  readonly secret: Uint8Array;
  /** The booked outputs at deposit addresses of a chain. */
  readonly bookedDeposits: (chain: ChainRef) => Promise<readonly BookedOutput[]>;
  readonly clock: Clock;
  readonly http: OutboundHttp;
  readonly log: Log;
}

export interface OpenFamily {
  readonly custody: FamilyCustody;
  readonly reader: ChainReader & ChainTime;
  /** What quotes read about recipients; left out where there is nothing to read. */
  readonly facts?: ChainFacts;
  /** Left out where payers sign for pulls. */
  readonly deposits?: DepositPort;
  /**
   * Problems for the operator to look at while the chain is still served, one clause each. Never
   * public. Left out where the family has none.
   */
  warnings?(signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}
