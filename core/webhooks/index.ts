export { hookCourier, type HookCourier } from './deliver-hook.ts';
export type { Hook, HookDelivery, HookStatus, HookTry, TryOutcome } from './hook.ts';
export {
  type HookState,
  listDeadHooks,
  type ListDeadHooks,
  readHook,
  type ReadHook,
} from './read-hook.ts';
export { redeliverHook } from './redeliver-hook.ts';
export { type HookRequest, registerHook, type RegisterHook } from './register-hook.ts';
export type { DueDelivery, WebhookReads, WebhookWrites } from './repository.ts';
export type { HookAnswer, HookMessage, HookPost } from './hook-post.ts';
export { webhooks } from './module.ts';
