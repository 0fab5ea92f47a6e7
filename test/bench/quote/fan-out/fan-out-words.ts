/** A call that the service made of an engine for a quote. */
export interface EngineCall {
  readonly engine: string;
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  /** Null for a GET. */
  readonly body: string | null;
}

/** What the bench orders of the fan-out, once. */
export interface FanOutOrder {
  /** Of each engine, by name. */
  readonly urls: Readonly<Record<string, string>>;
  readonly calls: readonly EngineCall[];
  readonly connections: number;
}
