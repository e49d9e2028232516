import { describe, expect, it } from '@jest/globals';
import { InferenceSessions } from '../../src/engine/inference-sessions.js';
import { TINY_CONFIG } from './random-checkpoint.js';

describe('InferenceSessions', () => {
  it('compiles one graph of each kind for all models of one shape', async () => {
    const sessions = new InferenceSessions({ threads: 1 });
    const options = { config: TINY_CONFIG, maxTokens: 8 };
    const scoring = sessions.scoring(options);
    expect(await sessions.scoring({ config: { ...TINY_CONFIG }, maxTokens: 8 })).toBe(await scoring);
    expect(await sessions.scoring({ ...options, maxTokens: 9 })).not.toBe(await scoring);
    expect(await sessions.decoding(options)).toBe(await sessions.decoding(options));
    await sessions.dispose();
  });
});
