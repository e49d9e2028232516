/** What the program can do with the terminal that it runs in; a test hands in one that remembers. */
export interface Terminal {
  /** Results, and nothing else. */
  out(text: string): void;
  /** Everything else: errors, progress. */
  err(text: string): void;
  /** May a line of `err` be drawn over. */
  readonly canRedraw: boolean;
  readonly columns: number;
  /** As chalk counts them; 0 is none. */
  readonly colors: { readonly out: ColorLevel; readonly err: ColorLevel };
  /** Variables of the environment: where keys come from, and nothing else does. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls the listener at each Ctrl-C; returns how to stop that. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the program at once. */
  kill(): void;
}

export type ColorLevel = 0 | 1 | 2 | 3;
