import type { LlamaConfig } from '../../src/engine/llama-config.js';
import { TextTokenizer } from '../../src/engine/tokenizer.js';
import { randomWeights, TINY_CONFIG } from '../engine/random-checkpoint.js';
import { tinyTokenizerFiles } from '../engine/tiny-tokenizer.js';
import type { LocalModelParts } from '../../src/models/local-model.js';

/** A random network that speaks the tokens of the tiny tokenizer. */
export function tinyModel(changes: Partial<LlamaConfig> = {}): LocalModelParts {
  const tokenizer = new TextTokenizer(tinyTokenizerFiles());
  const config = { ...TINY_CONFIG, vocabSize: tokenizer.vocabSize, maxPositions: 64, ...changes };
  return {
    identity: { id: 'tiny', reference: 'local:tiny', sha256: null, parameters: null },
    config,
    weights: randomWeights(config, 4),
    tokenizer,
  };
}
