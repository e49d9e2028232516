import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { shippedFile } from '../../src/runs/shipped-file.js';
import { messageOf } from '../engine/temporary-folder.js';

const SHIPPED = { what: 'policy', folder: '/package', ids: ['silver-lantern', 'marigold'] };

describe('shippedFile()', () => {
  it('finds a shipped file by its id', () => {
    expect(shippedFile('marigold', SHIPPED)).toBe(join('/package', 'marigold.json'));
  });

  it('takes everything with a dot or a slash for a path', () => {
    for (const path of ['policy.json', './marigold', 'policies/mine', '/abs', '..', 'C:\\mine']) {
      expect(shippedFile(path, SHIPPED)).toBe(path);
    }
  });

  it('suggests the nearest id, and lists all of them', async () => {
    expect(await messageOf(() => shippedFile('silver-lanten', SHIPPED))).toBe(
      'The policy `silver-lanten` is unknown: expected a JSON file or one of `silver-lantern`, `marigold`. Did you mean `silver-lantern`?',
    );
    expect(await messageOf(() => shippedFile('x', SHIPPED))).toBe(
      'The policy `x` is unknown: expected a JSON file or one of `silver-lantern`, `marigold`. Name a file, or one of these.',
    );
  });
});
