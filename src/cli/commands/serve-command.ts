import { serve } from '../../runs/serve.js';
import type { CommandFactory } from '../command.js';
import { readInteger, readPort, readText, readTexts, readThreads } from '../option-values.js';
import { printError } from '../print-error.js';
import { printResult } from '../print-result.js';
import { withoutUndefined } from '../without-undefined.js';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8000;

/** `candor serve`: local models behind OpenAI's protocol. */
export const serveCommand: CommandFactory = ({ terminal, signal }) => ({
  command: 'serve <model..>',
  describe: 'Serve local models to any client that speaks the OpenAI API',
  builder: (yargs) => {
    const value = { type: 'string', requiresArg: true } as const;
    yargs
      .positional('model', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'Models, PATH or BASE+ADAPTER, each served under the name of its folder',
      })
      .option('port', {
        ...value,
        describe: 'Port to listen on; 0 takes a free one',
        defaultDescription: String(DEFAULT_PORT),
      })
      .option('host', {
        ...value,
        describe: 'Address to listen on; there is no authentication',
        defaultDescription: DEFAULT_HOST,
      })
      .option('out', { ...value, describe: 'Folder for models that fine-tuning jobs train; else in memory' })
      .option('threads', { ...value, describe: 'Threads of one operator; all cores if absent' })
      .example('$0 serve models/suspect-1 models/control-1', 'Then use http://127.0.0.1:8000/v1');
    return yargs;
  },
  handler: async (args) => {
    await serve({
      models: readTexts(args['model']),
      host: readText('--host', args['host']) ?? DEFAULT_HOST,
      port: readPort('--port', args['port']) ?? DEFAULT_PORT,
      seed: readInteger('--seed', args.seed, 0) ?? 0,
      ...withoutUndefined({
        out: readText('--out', args['out']),
        threads: readThreads('--threads', args['threads']),
      }),
      signal,
      clock: () => Date.now(),
      onListening: (server) => {
        const lines = [`Serving ${server.models.map((id) => `\`${id}\``).join(', ')} at ${server.url}`];
        printResult(terminal, args, { value: { url: server.url, models: server.models }, lines });
      },
      onBug: (error) => {
        printError(terminal, error, false);
      },
    });
  },
});
