// Written by `npm run client:types` from the service's OpenAPI document.

export type Mesh = {
  /** All that can be a side of a lane, those that are not built included. */
  readonly nodes: number;
  /** EVM chain ids. */
  readonly chains: readonly number[];
  /** Nodes beyond the EVM, by the names that requests take. */
  readonly routableNonEvm: readonly string[];
  /** Lanes that can be executed now, each direction counted. */
  readonly directedRoutes: number;
  /** Whom a permit is signed for, on every EVM chain. */
  readonly relayer: string;
  /** The canonical permit contract. */
  readonly permit2: string;
  readonly engine: string;
  /** By the names that requests take. */
  readonly nonEvmNodes: Readonly<Record<string, {
    readonly name: string;
    readonly executeReady: boolean;
    readonly asSource: {
      readonly executeReady: boolean;
      readonly quotable: boolean;
      readonly reason?: string;
    };
    readonly asDestination: {
      readonly executeReady: boolean;
      readonly quotable: boolean;
      readonly reason?: string;
    };
    readonly reason?: string;
  }>>;
  /** What can be priced and is never settled, by the names that requests take. */
  readonly comparatorQuoteOnly: Readonly<Record<string, {
    readonly name: string;
    readonly executeReady: false;
    readonly quotable: true;
    /** As from->to; * is any EVM chain of the mesh. */
    readonly lanes: readonly string[];
    readonly reason: string;
  }>>;
};
