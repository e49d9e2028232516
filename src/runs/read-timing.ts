import { ConfigError } from '../errors.js';
import { readReport } from '../report/read-report.js';
import type { AuditReport } from '../types/audit-report.js';

/** The times of the run that asked; none where there is no report that can be read. */
export async function readTiming(folder: string): Promise<AuditReport['timing']> {
  try {
    return (await readReport(folder)).timing;
  } catch (error) {
    if (error instanceof ConfigError) return {};
    throw error;
  }
}
