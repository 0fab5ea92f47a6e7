// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentCard = {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly supportedInterfaces: readonly ({
    readonly url: string;
    readonly protocolBinding: 'JSONRPC' | 'HTTP+JSON';
    readonly protocolVersion: '1.0';
    readonly [other: string]: unknown;
  })[];
  readonly capabilities: {
    readonly streaming: boolean;
    readonly pushNotifications: boolean;
    readonly [other: string]: unknown;
  };
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly defaultInputModes: readonly string[];
  readonly defaultOutputModes: readonly string[];
  readonly skills: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly [other: string]: unknown;
  }[];
  /** JWS over the card without them in the form of RFC 8785, by the key of receipts; left out where none is signed. */
  readonly signatures?: readonly {
    readonly protected: string;
    readonly signature: string;
  }[];
  readonly [other: string]: unknown;
};
