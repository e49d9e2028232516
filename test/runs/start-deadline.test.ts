import { describe, expect, it } from '@jest/globals';
import { IncompleteRunError } from '../../src/errors.js';
import { startDeadline } from '../../src/runs/start-deadline.js';

describe('startDeadline()', () => {
  it('aborts at the deadline, with a reason for people', async () => {
    const deadline = startDeadline(20);
    const { signal } = deadline;
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    expect(signal.reason).toBeInstanceOf(IncompleteRunError);
    expect((signal.reason as Error).message).toBe(
      'The deadline of 0.02 s has passed. What was answered is kept. Run the audit again to go on.',
    );
    deadline.clear();
  });

  it('passes an interruption on, also one from before, and no deadline of its own after that', () => {
    const abort = new AbortController();
    const first = startDeadline(undefined, abort.signal);
    expect(first.signal.aborted).toBe(false);
    abort.abort('why');
    expect([first.signal.reason, startDeadline(undefined, abort.signal).signal.reason]).toEqual([
      'why',
      'why',
    ]);
  });

  it('keeps quiet once it is cleared', async () => {
    const deadline = startDeadline(5);
    deadline.clear();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(deadline.signal.aborted).toBe(false);
  });
});
