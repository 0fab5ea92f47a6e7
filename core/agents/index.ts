export {
  type Agent,
  type AgentActivity,
  type AgentActivityKind,
  agentActivityKinds,
  type AgentDay,
  type AgentHappening,
  type AgentOrder,
  type AgentRoute,
  type AgentSignature,
  type Approval,
} from './agent.ts';
export type { Authenticate, SignedBytes } from './authenticate.ts';
export type { ExecuteForAgent } from './execute-for-agent.ts';
export { endOnBudget, holdToPolicy, reopenOnBudget } from './hold-route.ts';
export { mostSlippageOf } from './judge-policy.ts';
export { type AgentSetting, agents } from './module.ts';
export type { AgentChange, AskedAgent, AskedKey, OwnAgents } from './own-agents.ts';
export type { OwnApprovals } from './own-approvals.ts';
export { type AgentPolicy, everything } from './policy.ts';
export type { AgentReads, AgentWrites } from './repository.ts';
