import { visibleText } from '../../config/visible-text.js';
import { probeEndpoint, type ProbeEndpointOutcome } from '../../runs/probe-endpoint.js';
import type { CommandFactory } from '../command.js';
import { addEndpointOptions, readEndpointOptions } from '../endpoint-options.js';
import { requireText } from '../option-values.js';
import { printResult } from '../print-result.js';
import { createProgressLine } from '../progress-line.js';

function describeProfile({ profile, requests }: ProbeEndpointOutcome): string[] {
  // The server's own words.
  const told = (text: string | null): string => (text === null ? 'unknown' : visibleText(text));
  const yes = (flag: boolean): string => (flag ? 'yes' : 'no');
  const logprobs =
    profile.topLogprobs === 0
      ? 'none: an audit needs `--without-logprobs sample`'
      : `the likeliest ${profile.topLogprobs} of each token`;
  return [
    `Log-probabilities   ${logprobs}`,
    `Thinks first        ${yes(profile.thinks)}${profile.thinks ? ': an audit draws replies, and leaves room' : ''}`,
    `System message      ${yes(profile.systemRole)}`,
    `Seed                ${profile.seed ? `taken, ${profile.repeats ? 'and repeats' : 'and does not repeat'}` : 'no'}`,
    `Stop texts          ${yes(profile.stop)}`,
    `Several replies     ${yes(profile.severalReplies)}`,
    `Limit of a reply    ${profile.tokenLimit}`,
    `Answers as          ${told(profile.servedModel)}, fingerprint ${told(profile.fingerprint)}`,
    `Shut down on        ${told(profile.shutdownDate)}`,
    `Found out by ${requests} requests.`,
  ];
}

/** `candor probe-endpoint`: what a server can do. */
export const probeEndpointCommand: CommandFactory = ({ terminal, signal }) => ({
  command: 'probe-endpoint <model>',
  describe: 'Find out what an OpenAI-compatible endpoint can do for a model',
  builder: (yargs) => {
    yargs.positional('model', { type: 'string', demandOption: true, describe: 'openai:NAME' });
    addEndpointOptions(yargs);
    yargs.example('$0 probe-endpoint openai:suspect --base-url http://localhost:8000/v1', '');
    return yargs;
  },
  handler: async (args) => {
    const progress = createProgressLine(terminal, args.quiet === true);
    progress.update('asking the endpoint');
    const outcome = await probeEndpoint({
      model: requireText('model', args['model']),
      endpoint: readEndpointOptions(args, terminal.environment),
      signal,
    }).finally(() => {
      progress.clear();
    });
    printResult(terminal, args, { value: outcome, lines: describeProfile(outcome) });
  },
});
