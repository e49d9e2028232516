import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PACKAGE_ROOT, POCKET_BASE, POLICIES_FOLDER, PROBES_FOLDER } from '../../src/runs/package-paths.js';
import { readToolVersion } from '../../src/runs/read-tool-version.js';

const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  files: string[];
};

describe('the paths of the package', () => {
  it('start where its package.json is', () => {
    expect(manifest.name).toBe('candor');
  });

  it('name folders that are there, and that are packed', () => {
    for (const folder of [POLICIES_FOLDER, PROBES_FOLDER, POCKET_BASE]) {
      expect(existsSync(folder)).toBe(true);
      expect(manifest.files.map((name) => join(PACKAGE_ROOT, name))).toContain(folder);
    }
  });
});

describe('readToolVersion()', () => {
  it('is the version of package.json', async () => {
    expect(await readToolVersion()).toBe(manifest.version);
  });
});
