// Written by `npm run client:types` from the service's OpenAPI document.

export type MessagesV2PlusAnchorBody = {
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
  readonly id: string;
};
