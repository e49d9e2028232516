/** @file What a program can rely on. Nothing here prints, reads the clock or keeps state between calls. */
export { audit, type AuditOutcome, type AuditProgress, type AuditRequest } from './runs/audit.js';
export { estimateAudit, type AuditEstimate } from './runs/estimate-audit.js';
export { probeEndpoint, type ProbeEndpointOutcome } from './runs/probe-endpoint.js';
export { train, type TrainOutcome, type TrainProgress, type TrainRequest } from './runs/train.js';
export { loadModel, type LoadModelOptions } from './models/load-model.js';
export { openEndpointModel } from './models/open-endpoint-model.js';
export type { EndpointOptions } from './models/endpoint-options.js';
export { renderHtml } from './report/render-html.js';
export {
  AuditError,
  CheckpointError,
  ConfigError,
  IncompleteRunError,
  InsufficientDataError,
  NoAnswerError,
  ProviderError,
  UnsupportedCapabilityError,
} from './errors.js';
export type { AuditReport, ProbeResult, Verdict } from './types/audit-report.js';
export type { AuditSettings } from './types/audit-settings.js';
export type { ChatMessage } from './types/chat.js';
export type { EndpointProfile } from './types/endpoint.js';
export type { FineTuneRecipe } from './types/fine-tune-settings.js';
export type {
  Capabilities,
  ChatReply,
  ChatRequest,
  ChoicesReply,
  ChoicesRequest,
  LanguageModel,
} from './types/language-model.js';
export type { Observation } from './types/observation.js';
export type { OrganismRecord } from './types/organism.js';
export type { Policy } from './types/policy.js';
