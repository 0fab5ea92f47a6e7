// Written by `npm run client:types` from the service's OpenAPI document.

export type LaneKeys = {
  /** The key configurations of RFC 9458, application/ohttp-keys. */
  readonly keys: string;
  /** SHA-256 of the configurations, in hex: the same for every client. */
  readonly digest: string;
  /** Where relays send what is sealed to these keys. */
  readonly gateway: string;
  /** All of them, whether they are up or not. */
  readonly relays: readonly {
    /** Where clients send it. */
    readonly url: string;
    readonly region: string;
    /** Who runs it. */
    readonly operator: string;
    /** Run by another operator than this service. */
    readonly independent: boolean;
  }[];
  /** An append-only log that holds the digest: the same for every client. Null before the first keys are in it. */
  readonly log: {
    readonly origin: string;
    /** What it signs with, as c2sp.org/signed-note has it. */
    readonly logKey: string;
    /** C2sp.org/tlog-checkpoint, with its cosignatures. */
    readonly checkpoint: string;
    /** Every digest that was ever handed out, the oldest first: svc-lane-keys/v2, number, first and last millisecond of its week, digest. */
    readonly leaves: readonly string[];
    readonly witnesses: readonly {
      readonly name: string;
      readonly vkey: string;
    }[];
    readonly quorum: number;
  } | null;
};
