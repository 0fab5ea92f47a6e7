export {
  type AccountEvent,
  type AccountEventKind,
  accountEventKinds,
  writeEvent,
} from './account-event.ts';
export { noteRoute } from './note-route.ts';
export { noteSponsored } from './note-sponsored.ts';
export {
  type HookAsked,
  type HookWithSecret,
  type OwnDelivery,
  type OwnHooks,
  ownHooks,
} from './own-hooks.ts';
export { tellAccounts } from './tell-accounts.ts';
export type {
  AccountSheet,
  OwnPage,
  OwnRefund,
  ReadAccount,
  ReadEvents,
  ReadOwnReceipts,
  ReadOwnRefunds,
} from './read-account.ts';
export { type AccountPolicy, accounts } from './module.ts';
export type {
  AccountReads,
  AccountStore,
  AccountUnit,
  AccountView,
  AccountWrites,
  EventUnit,
  KnownAccount,
} from './repository.ts';
export {
  type Account,
  accountId,
  accountsOfPayer,
  type KeptProof,
  type MandateKey,
  type Scope,
  scopes,
  type Session,
} from './session.ts';
export type { AskNonce, SignedMessage, SignIn, SignInNonce } from './sign-in.ts';
export type { EndSession, UseSession } from './use-session.ts';
