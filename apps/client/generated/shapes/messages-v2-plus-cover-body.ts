// Written by `npm run client:types` from the service's OpenAPI document.

export type MessagesV2PlusCoverBody = {
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
};
