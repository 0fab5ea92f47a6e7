import type { Bps, ChainRef, TokenRef, Units } from '@interline/domain';
import type { LogLevel } from '@interline/adapters/log';
import type { MoneyPolicy } from '@interline/usecases';

/** A deployment with every reference resolved: what `compose` turns into a running service. */
export interface Deployment {
  readonly profile: 'devnet' | 'mainnet';
  /** Folder of this ledger: journal and keys. A new devnet gets a new one. */
  readonly ledgerDir: string;
  readonly logLevel: LogLevel;
  readonly server: { readonly host: string; readonly port: number; readonly basePath: string };
  readonly operatorToken: string | null;
  readonly chains: readonly DeployedChain[];
  readonly tokens: readonly TokenRef[];
  /** Fixed prices by asset in millionths of a dollar; null where the deployment has no prices. */
  readonly prices: Readonly<Record<string, bigint>> | null;
  readonly floatTargets: ReadonlyMap<string, Units>;
  readonly rails: RailChoice;
  readonly keys: KeySource;
  readonly policy: MoneyPolicy;
  /** From which effective fee on a comparison calls an amount not worth sending. */
  readonly feeThresholdBps: Bps;
  /** How often chains with something in flight are read. */
  readonly pollMs: number;
}

export interface DeployedChain {
  readonly chain: ChainRef;
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  readonly maxFeePerGasWei: bigint | null;
  /** Whether our accounts delegate themselves to the batch executor there. */
  readonly isBatched: boolean;
}

export interface RailChoice {
  /** Folder whose package.json names the rails among its dependencies. */
  readonly baseDir: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** Settings the profile brings for rails that may or may not be installed. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

export type KeySource =
  | { readonly kind: 'made'; readonly dir: string }
  | { readonly kind: 'keystore'; readonly dir: string; readonly password: string }
  | { readonly kind: 'hex'; readonly spender: string; readonly float: string };
