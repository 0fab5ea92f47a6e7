import type { Address, ChainRef, ErrorCode, FinalityRow, TxHash } from '@interline/kernel';
import type { FamilyCustody } from '@interline/ports';
import type { LogLine } from '../../contract/custody/collected-log.ts';

/** A funded float of one chain family on a real node, whose blocks are closed on request. */
export interface ContractScene {
  readonly chain: ChainRef;
  /** What the suite pays and counts. */
  readonly token: string;
  readonly custody: FamilyCustody;
  /** Of the same keys, over a URL at which no node answers. */
  readonly unreachable: FamilyCustody;
  /** Where real money moves. */
  readonly finality: FinalityRow;
  readonly logged: readonly LogLine[];
  /** Keys and URLs, which no error and no log may name. */
  readonly secrets: readonly string[];
  /** Someone fresh who can be paid. */
  recipient(): Promise<Address>;
  /** Those who cannot be paid so, each with the code that says it. */
  unpayable(): Promise<readonly Unpayable[]>;
  /** A stranger pays the float; the payment waits for a block. */
  payFloat(units: bigint): Promise<TxHash>;
  /** What the node itself says, past custody. */
  readonly node: {
    held(by: Address): Promise<bigint>;
    heldByFloat(): Promise<bigint>;
    /** Of a transaction in a block, in units of coin. */
    cost(hash: TxHash): Promise<bigint>;
    /** Of a transaction in a block, as its sender signed it. */
    bytes(hash: TxHash): Promise<string>;
  };
  closeBlock(): Promise<void>;
  /** Takes the newest block back with all that it holds. */
  takeBlockBack(): Promise<void>;
  /** Runs it while inclusion is so dear that what waits must be outbid. */
  inDemand<T>(act: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Unpayable {
  readonly to: Address;
  readonly units: bigint;
  readonly code: ErrorCode;
}

/** What a family says of itself before a node runs. */
export interface FamilyTraits {
  readonly name: string;
  /** Confirmations by the value in USD. */
  readonly depths: Readonly<Record<number, number>>;
  /** Why a promise has no meaning there; the promise is kept where nothing is said. */
  readonly without: {
    /** That signed bytes are dead once their time is over. */
    readonly window?: string;
    /** That blocks are taken back. */
    readonly reorgs?: string;
  };
}
