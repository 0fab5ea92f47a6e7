// Written by `npm run client:types` from the service's OpenAPI document.

import type { OperatorSwitch } from './operator-switch.ts';

export type OperatorSwitchesAnswer = {
  readonly switches: readonly OperatorSwitch[];
  readonly count: number;
};
