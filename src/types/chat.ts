export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One line of a training file: OpenAI's chat format. The loss falls on what the assistant says. */
export interface TrainingRow {
  readonly messages: readonly ChatMessage[];
}
