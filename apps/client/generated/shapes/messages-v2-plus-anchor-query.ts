// Written by `npm run client:types` from the service's OpenAPI document.

export type MessagesV2PlusAnchorQuery = {
  readonly id: string;
};
