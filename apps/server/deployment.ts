import type { TracingSettings } from '@interline/adapters/tracing';
import type { BitcoinNetwork } from '@interline/adapters/addresses';
import type { GasCeilings, KmsKey } from '@interline/adapters/custody/evm';
import type { AccountPolicy } from '@interline/core/accounts';
import type { AgentSetting } from '@interline/core/agents';
import type { MembershipPolicy } from '@interline/core/membership';
import type { PaymentPolicy } from '@interline/core/payments';
import type { SponsorPolicy } from '@interline/core/sponsor';
import type { BooksPolicy } from '@interline/core/books';
import type { EvidencePolicy } from '@interline/core/evidence';
import type { FloatPolicy } from '@interline/core/operations';
import type { MessagePolicy } from '@interline/core/messaging';
import type { PassPolicy } from '@interline/core/passes';
import type { LanePolicy } from '@interline/core/private-lane';
import type { PrimitivePolicy } from '@interline/core/primitives';
import type { Policy } from '@interline/core/switches';
import type { Bps, ChainRef, TokenRef, Units } from '@interline/kernel';
import type { LogLevel } from '@interline/adapters/log';
import type { WitnessSettings } from '@interline/adapters/transparency-log';
import type { ChainFamily } from '@interline/adapters/custody';
import type { TargetChanges } from '@interline/plugins';
import type { AgreementRule, ChainlinkFeed, DefillamaSettings } from '@interline/adapters/price';

/** A deployment with every reference resolved: what `compose` turns into a running service. */
export interface Deployment {
  readonly profile: 'devnet' | 'mainnet';
  /**
   * Folder of this store: keys, and the store where that is a file. A new devnet gets a new one.
   */
  readonly storeDir: string;
  readonly database: DatabaseChoice;
  readonly logLevel: LogLevel;
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly basePath: string;
    readonly stopNoticeSec: number;
    /** Whether browsers are shown the console. */
    readonly console: boolean;
    /** By chain as requests name it, `{tx}` for a hash. */
    readonly explorers: Readonly<Record<string, string>>;
    readonly trustedProxies: readonly string[];
    /** Where clients reach it. */
    readonly publicUrl?: string | undefined;
    /** Who is asked for its HTTPS record; the machine's own resolvers where it is left out. */
    readonly resolver?: string | undefined;
    readonly executeOrigins?: readonly string[] | undefined;
  };
  /**
   * Where metrics are read; null where they are not. Without a port: the usual one, or any where
   * that is taken.
   */
  readonly metrics: { readonly host: string; readonly port: number | null } | null;
  /** Where traces go; null where there are none. */
  readonly tracing: TracingSettings | null;
  readonly limits: { readonly scale: number; readonly keyFactor: number };
  /** Who may give orders, each with its credential. */
  readonly operators: readonly { readonly name: string; readonly token: string }[];
  /** What words the concierge's answers; null where they are given as they are found. */
  readonly ask: {
    readonly baseUrl: string;
    readonly model: string;
    readonly apiKey: string | null;
  } | null;
  readonly chains: readonly DeployedChain[];
  readonly tokens: readonly TokenRef[];
  /** The network whose addresses `bitcoin` takes. */
  readonly bitcoinNetwork: BitcoinNetwork;
  /** The chain families beside EVM that it holds money on. */
  readonly families: readonly DeployedFamily[];
  /** Chains whose node only behaves like one: a devnet's ledger of Stellar. */
  readonly simulated: readonly ChainRef[];
  /** Why it has no account on the chain of a family, for a person. */
  readonly absences: ReadonlyMap<ChainRef, string>;
  /** An RPC node of Solana, for the live facts of quotes; null where there is none. */
  readonly solanaRpcUrl: string | null;
  readonly prices: PriceChoice;
  readonly floatTargets: ReadonlyMap<string, Units>;
  readonly float: FloatPolicy;
  readonly rails: RailChoice;
  readonly keys: KeySource;
  readonly policy: Policy;
  /** From which effective fee on a comparison calls an amount not worth sending. */
  readonly feeThresholdBps: Bps;
  readonly primitives: PrimitivePolicy;
  readonly books: BooksPolicy;
  readonly retention: {
    /** How long after its end a route goes to the archive. */
    readonly archiveAfterMs: number;
  };
  readonly passes: PassPolicy & {
    /** The name of a new mint log; of its own keys where left out. */
    readonly origin: string | undefined;
    readonly witnesses: readonly WitnessSettings[];
    readonly quorum: number;
  };
  readonly privateLane: LanePolicy;
  readonly messaging: MessagePolicy;
  readonly evidence: EvidencePolicy;
  readonly accounts: AccountPolicy;
  readonly agents: AgentSetting;
  readonly membership: MembershipPolicy;
  readonly sponsor: SponsorPolicy;
  /** How it stands in registries of agents; null where it is in none. */
  readonly agentRegistration: {
    readonly name: string;
    readonly description: string;
    readonly image?: string | undefined;
    readonly registrations: readonly {
      readonly agentId: number;
      readonly agentRegistry: string;
    }[];
  } | null;
  readonly payments: PaymentPolicy;
  readonly hooks: { readonly allowLoopback: boolean };
  /** How often chains with something in flight are read. */
  readonly pollMs: number;
}

export type DatabaseChoice =
  /** One process, a file in the store's folder. */
  | { readonly kind: 'file' }
  /** Any number of processes; each store has a schema of its own. */
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly schema: string;
      /** A standby that answers reads which may be so old. */
      readonly replica?: { readonly url: string; readonly maxLagMs: number };
    };

/** One beside EVM, with its settings checked. */
export interface DeployedFamily {
  readonly family: ChainFamily;
  readonly settings: unknown;
}

export interface DeployedChain {
  readonly chain: ChainRef;
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  readonly maxFeePerGasWei: bigint | null;
  /** Most gas of one transaction by purpose; the chain's own figure where one is left out. */
  readonly gasCeilings?: GasCeilings;
  /** Whether our accounts delegate themselves to the batch executor there. */
  readonly usesMulticalls: boolean;
}

/** Where prices come from. */
export type PriceChoice =
  | { readonly kind: 'none' }
  /** By asset, in millionths of a dollar. For the devnet and tests only. */
  | { readonly kind: 'fixed'; readonly microUsd: Readonly<Record<string, bigint>> }
  | {
      readonly kind: 'sources';
      readonly defillama: DefillamaSettings | null;
      readonly chainlink: readonly ChainlinkFeed[];
      readonly rule: AgreementRule;
    };

export interface RailChoice {
  /** Folder whose package.json names the rails among its dependencies. */
  readonly baseDir: string;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The same as the config has them, which names secrets and holds none. */
  readonly written: Readonly<Record<string, unknown>>;
  /** What the operator changes of the contracts that rails may call, by rail id. */
  readonly targets: Readonly<Record<string, TargetChanges>>;
  /** Settings the profile brings for rails that may or may not be installed. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

export type KeySource =
  | { readonly kind: 'made'; readonly dir: string }
  | { readonly kind: 'keystore'; readonly dir: string; readonly password: string }
  | ({
      readonly kind: 'hex';
      readonly former: readonly KeyTexts[];
      /** Of the families, by their ids, and `privacy`. */
      readonly secrets: Readonly<Record<string, string>>;
    } & KeyTexts);

/** The keys of two accounts. */
export interface KeyTexts {
  readonly spender: KeyText;
  readonly float: KeyText;
}

/** A private key as hex digits, or one that stays in a KMS. */
export type KeyText = string | { readonly kms: KmsKey };
