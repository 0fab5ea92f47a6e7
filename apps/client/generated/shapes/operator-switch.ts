// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorSwitch = {
  readonly scope: string;
  readonly state: 'paused' | 'draining';
  readonly reason: string;
  /** The operator's name. */
  readonly by: string;
  /** Epoch milliseconds. */
  readonly since: number;
};
