import type { CommandFactory } from './command.js';
import { auditCommand } from './commands/audit-command.js';
import { demoCommand } from './commands/demo-command.js';
import { listCommand } from './commands/list-command.js';
import { probeEndpointCommand } from './commands/probe-endpoint-command.js';
import { reportCommand } from './commands/report-command.js';
import { serveCommand } from './commands/serve-command.js';
import { trainCommand } from './commands/train-command.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandFactory[] = [
  demoCommand,
  trainCommand,
  auditCommand,
  reportCommand,
  listCommand,
  probeEndpointCommand,
  serveCommand,
];
