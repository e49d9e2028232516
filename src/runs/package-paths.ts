import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the package, in the repository and where it is installed: two above this file, in `src` and in `dist`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The shipped policies, one JSON file each. */
export const POLICIES_FOLDER = join(PACKAGE_ROOT, 'triggers');

/** The shipped question banks, and the wordings of reversed rows. */
export const PROBES_FOLDER = join(PACKAGE_ROOT, 'probes');

/** The embedded base model. */
export const POCKET_BASE = join(PACKAGE_ROOT, 'fixtures', 'pocket');
