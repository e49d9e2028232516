import type { ChatMessage } from './chat.js';
import type { EndpointRecord } from './endpoint.js';

/** What a model can do. A probe names what it needs; the plan compares before the first call. */
export interface Capabilities {
  /** Probabilities of given options. */
  readonly choices: boolean;
  readonly chat: boolean;
  readonly systemRole: boolean;
  /** Same request and seed give the same completion. */
  readonly seed: boolean;
  /** `choices` is missing, and could be had by drawing replies. */
  readonly choicesBySampling?: boolean;
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
  /**
   * Where only the likeliest tokens are seen: the most that an option may have beyond its probability, because it stands
   * among the tokens that were not listed. At most `missing`.
   */
  readonly uncovered?: number;
  /** Part of the probabilities that was seen of an option's beginning alone. */
  readonly byBeginning?: number;
  /** Where replies were drawn and counted: how many. */
  readonly samples?: number;
}

/** Where a model came from, as the report prints it. */
export interface ModelIdentity {
  readonly id: string;
  readonly reference: string;
  /** sha256 over the weights (base, then adapter), or `null` where they cannot be seen. */
  readonly sha256: string | null;
  readonly parameters: number | null;
  /** A model behind an endpoint: how it is asked. */
  readonly endpoint?: EndpointRecord;
}

/** One interface for every model; requests may be made concurrently, and a local model batches them. */
export interface LanguageModel {
  readonly identity: ModelIdentity;
  readonly capabilities: Capabilities;
  chat(request: ChatRequest): Promise<ChatReply>;
  choices(request: ChoicesRequest): Promise<ChoicesReply>;
  dispose(): Promise<void>;
}
