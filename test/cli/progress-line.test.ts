import { describe, expect, it } from '@jest/globals';
import { createProgressLine } from '../../src/cli/progress-line.js';
import { createFakeTerminal } from './fake-terminal.js';

/** Updates once every `everyMs`, at 0, 1, 2, ... */
function write(everyMs: number, count: number, changes: Parameters<typeof createFakeTerminal>[0]): string {
  let time = -everyMs;
  const terminal = createFakeTerminal({ now: () => (time += everyMs), ...changes });
  const line = createProgressLine(terminal, false);
  for (let index = 0; index < count; index++) line.update(`at ${index}`);
  line.clear();
  return terminal.written.err;
}

describe('createProgressLine()', () => {
  it('draws over one line of a terminal, at most ten times a second, and takes it away', () => {
    expect(write(50, 5, { canRedraw: true })).toBe(
      ['at 0', 'at 2', 'at 4', ''].map((text) => `\r\u001b[2K${text}`).join(''),
    );
  });

  it('cuts what would wrap, because only one line can be drawn over', () => {
    expect(write(100, 1, { canRedraw: true, columns: 4 })).toBe('\r\u001b[2Kat \r\u001b[2K');
  });

  it('writes a line every five seconds where nothing can be drawn over', () => {
    expect(write(1000, 12, { canRedraw: false })).toBe('at 0\nat 5\nat 10\n');
  });

  it('says nothing where that is asked for', () => {
    const terminal = createFakeTerminal();
    const line = createProgressLine(terminal, true);
    line.update('at 0');
    line.clear();
    expect(terminal.written.err).toBe('');
  });
});
