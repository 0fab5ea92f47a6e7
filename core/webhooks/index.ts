export {
  type AccountHook,
  eventName,
  eventOf,
  type FormerSecret,
  type HookOwners,
  type OwedEvent,
} from './account-hook.ts';
export { hookCourier, type HookCourier } from './deliver-hook.ts';
export { endOverdue } from './end-overdue.ts';
export type { HookAnswer, HookMessage, HookPost } from './hook-post.ts';
export type { HookSeal } from './hook-seal.ts';
export type { Hook, HookDelivery, HookTry, TryOutcome } from './hook.ts';
export { webhooks } from './module.ts';
export type { HookState, HookStatus, ReadHook } from './read-hook.ts';
export { redeliverHook } from './redeliver-hook.ts';
export { type HookRequest, registerHook, type RegisterHook } from './register-hook.ts';
export { resealSecrets } from './reseal-secrets.ts';
export { type DueSearch, takeTurns } from './take-turns.ts';
export type {
  DueDelivery,
  HookLine,
  LineSearch,
  WebhookReads,
  WebhookUnit,
  WebhookView,
  WebhookWrites,
} from './repository.ts';
