import type { AuditedModel } from '../types/audit-report.js';
import type { EndpointRecord, ServedReplies } from '../types/endpoint.js';
import type { Observation } from '../types/observation.js';

/** Above, many options were known by their first token alone. */
const LARGEST_SHARE_BY_BEGINNING = 0.05;

/** `gpt-x` may answer as `gpt-x-2025-04-14`, and a path as its last part. */
function isSameName(asked: string, served: string): boolean {
  const last = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
  return served === asked || served.startsWith(`${asked}-`) || last(served) === last(asked);
}

function warnOfServer(
  id: string,
  { name, profile }: EndpointRecord,
  { models, fingerprints }: ServedReplies,
): string[] {
  const others = models.filter((served) => !isSameName(name, served));
  return [
    ...(others.length === 0
      ? []
      : [
          `The server was asked for \`${name}\` and says that ${others.map((other) => `\`${other}\``).join(', ')} answered: if \`${id}\` is an adapter, check that it is applied.`,
        ]),
    ...(fingerprints.length < 2
      ? []
      : [
          `The server of \`${id}\` changed while it was asked: its replies carry ${fingerprints.length} fingerprints.`,
        ]),
    ...(profile.shutdownDate === null
      ? []
      : [
          `\`${id}\` is to be shut down on ${profile.shutdownDate}: after that its stored replies are all there is.`,
        ]),
  ];
}

function warnOfEstimator(id: string, { estimator, samples, profile }: EndpointRecord): string[] {
  const drawn =
    estimator === 'samples' && samples !== null
      ? [
          `\`${id}\` gives no log-probabilities: each probability is the share of ${samples} drawn replies, with a standard error of up to ${(0.5 / Math.sqrt(samples)).toFixed(2)}, which the intervals over models contain.`,
        ]
      : [];
  const temperature = profile.temperature
    ? []
    : [`\`${id}\` takes no temperature: its replies are drawn at one of its own.`];
  return [...drawn, ...temperature];
}

function warnOfBeginnings(observations: readonly Observation[]): string[] {
  let choices = 0;
  let beginnings = 0;
  for (const { outcome } of observations) {
    if (outcome.kind !== 'choice') continue;
    choices += 1;
    beginnings += outcome.byBeginning ?? 0;
  }
  const share = choices === 0 ? 0 : beginnings / choices;
  if (share <= LARGEST_SHARE_BY_BEGINNING) return [];
  return [
    `On average ${share.toFixed(2)} of the probability of an answer was seen of its first token alone: an endpoint shows no more of a reply that it does not give.`,
  ];
}

/** What a reader has to know of models behind endpoints, each sentence once. */
export function endpointWarnings(
  models: readonly AuditedModel[],
  observations: readonly Observation[],
): string[] {
  const behind = models.flatMap(({ id, endpoint, served }) =>
    endpoint === undefined
      ? []
      : [
          ...warnOfEstimator(id, endpoint),
          ...(served === undefined ? [] : warnOfServer(id, endpoint, served)),
        ],
  );
  return [...new Set([...behind, ...warnOfBeginnings(observations)])];
}
