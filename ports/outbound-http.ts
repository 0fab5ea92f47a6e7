export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly deadlineMs: number;
  readonly maxResponseBytes?: number;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The only way out for rails: bounded in time and size, no redirects. Throws `RAIL_TIMEOUT` or
 * `RAIL_FAULT`.
 */
export interface OutboundHttp {
  request(request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse>;
}
