// Written by `npm run client:types` from the service's OpenAPI document.

export type PlanCallsBody = {
  /** The id that POST /api/plan returned. */
  readonly planId: string;
  /** Needed where the legs come from several EVM chains. */
  readonly chain?: number | string;
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
};
