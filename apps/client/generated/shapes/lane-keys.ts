// Written by `npm run client:types` from the service's OpenAPI document.

export type LaneKeys = {
  /** The key configurations of RFC 9458, application/ohttp-keys. */
  readonly keys: string;
  /** SHA-256 of the configurations, in hex: the same for everybody. */
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
    /** Run by somebody else than this service. */
    readonly independent: boolean;
  }[];
};
