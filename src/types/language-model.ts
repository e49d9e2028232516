import type { ChatMessage } from './chat.js';

/** What a model can do. A probe names what it needs; the plan compares before the first call. */
export interface Capabilities {
  /** Probabilities of given options. */
  readonly choices: boolean;
  readonly chat: boolean;
  readonly systemRole: boolean;
  /** Same request and seed give the same completion. */
  readonly seed: boolean;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  /** 0 is greedy. */
  readonly temperature: number;
  /** Nucleus in (0, 1]; 1 keeps everything. */
  readonly topP: number;
  readonly seed: number;
  readonly stop?: readonly string[];
}

export type FinishReason = 'stop' | 'length';

export interface ChatReply {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly completionTokens: number;
}

export interface ChoicesRequest {
  readonly messages: readonly ChatMessage[];
  /** Texts that the reply could be, none a prefix of another. */
  readonly options: readonly string[];
}

export interface ChoicesReply {
  /** Probability of each option as the reply's beginning, in the order asked, not renormalised. */
  readonly probabilities: readonly number[];
  /** Probability that fell on none of them, in [0, 1]. */
  readonly missing: number;
}

/** Where a model came from, as the report prints it. */
export interface ModelIdentity {
  readonly id: string;
  readonly reference: string;
  /** sha256 over the weights (base, then adapter), or `null` where they cannot be seen. */
  readonly sha256: string | null;
  readonly parameters: number | null;
}

/** One interface for every model; requests may be made concurrently, and a local model batches them. */
export interface LanguageModel {
  readonly identity: ModelIdentity;
  readonly capabilities: Capabilities;
  chat(request: ChatRequest): Promise<ChatReply>;
  choices(request: ChoicesRequest): Promise<ChoicesReply>;
  dispose(): Promise<void>;
}
