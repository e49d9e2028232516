import { describe, expect, it } from '@jest/globals';
import { CheckpointError, ConfigError, IncompleteRunError } from '../../src/errors.js';
import { packError, unpackError } from '../../src/trainers/packed-error.js';

/** What another thread gets. */
function sent(error: unknown): Error {
  return unpackError(structuredClone(packError(error)));
}

describe('unpackError()', () => {
  it('keeps class, message and file of an error that the user can act on', () => {
    const config = sent(new ConfigError('no such policy', { file: 'policy.json' }));
    expect(config).toBeInstanceOf(ConfigError);
    expect(config).toMatchObject({ message: 'no such policy', file: 'policy.json', exitCode: 2 });
    const checkpoint = sent(new CheckpointError('no weights', { file: 'base' }));
    expect(checkpoint).toBeInstanceOf(CheckpointError);
    expect(checkpoint).toMatchObject({ message: 'no weights', file: 'base' });
    const incomplete = sent(new IncompleteRunError('stopped'));
    expect(incomplete).toBeInstanceOf(IncompleteRunError);
    expect(incomplete).toMatchObject({ message: 'stopped', exitCode: 3 });
  });

  it('keeps the stack of a bug, which says more than the place that hears of it', () => {
    const bug = new RangeError('out of bounds');
    expect(sent(bug)).toBeInstanceOf(RangeError);
    expect(sent(bug)).toMatchObject({ message: 'out of bounds', stack: bug.stack });
  });

  it('takes whatever was thrown', () => {
    expect(sent('a text').message).toBe('a text');
  });
});
