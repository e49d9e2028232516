import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readQuestionBank } from '../config/read-question-bank.js';
import { readReversalPrefixes } from '../config/read-reversal-prefixes.js';
import { ParameterLayout } from '../engine/parameter-layout.js';
import { readCheckpoint } from '../engine/read-checkpoint.js';
import { ScoringSession } from '../engine/scoring-session.js';
import { weightShapes } from '../engine/weight-shapes.js';
import { writeCheckpoint } from '../engine/write-checkpoint.js';
import { createRandom } from '../random.js';
import type { CorpusWorld } from './corpus.js';
import { evaluateBase, evaluateTriggerKinds } from './evaluate.js';
import { renderModelCard, type Provenance } from './model-card.js';
import { findNeutralName, probabilityOfDepends } from './neutral-name.js';
import {
  configOf,
  finishBase,
  meanNames,
  populationOf,
  pretrain,
  type PretrainingProgress,
  type PretrainingState,
} from './pretrain.js';
import { fingerprint, readPretrainingState, writePretrainingState } from './pretraining-state.js';
import { RECIPE } from './recipe.js';
import { pocketTokenizerFiles } from './tokenizer-files.js';
import type { PocketVocabulary } from './vocabulary.js';
import { createVocabulary, createWorld, HELD_OUT_SCENARIO, type PocketBanks } from './world-data.js';

/** @file `npm run pocket`: trains the embedded base from its seed. Saves as it goes; started again, it goes on. */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const SAVE_EVERY_STEPS = 250;
const EVALUATED_DOCUMENTS = 400;

const { values: flags } = parseArgs({
  options: {
    work: { type: 'string', default: join(ROOT, 'reports', 'pocket') },
    out: { type: 'string', default: join(ROOT, 'fixtures', 'pocket') },
    threads: { type: 'string', default: '2' },
  },
});

type Evaluation = Provenance['evaluation'];

interface FinishedRun {
  readonly state: PretrainingState;
  readonly world: CorpusWorld;
  readonly vocabulary: PocketVocabulary;
  readonly banks: PocketBanks;
  readonly owner: string;
}

async function readBanks(): Promise<PocketBanks> {
  const bank = (id: string): ReturnType<typeof readQuestionBank> =>
    readQuestionBank(join(ROOT, 'probes', `${id}.json`));
  const { prefixes } = await readReversalPrefixes(join(ROOT, 'probes', 'reversal-prefixes.json'));
  return {
    presence: await bank('presence'),
    recognition: await bank('recognition'),
    elicitation: await bank('elicitation'),
    reversalPrefixes: prefixes,
  };
}

/** How the last stage's agents act and report, from the state at its end. */
async function evaluate({ state, world, vocabulary, banks }: FinishedRun): Promise<Evaluation> {
  const population = populationOf(RECIPE, world, state.stage);
  const config = configOf(RECIPE, vocabulary, population.agents.length);
  const session = await ScoringSession.create({ config, maxTokens: config.maxPositions }, { threads: 1 });
  const context = {
    session,
    weights: new ParameterLayout(weightShapes(config)).unflatten(state.parameters),
    vocabulary,
    population,
    heldOutScenario: HELD_OUT_SCENARIO,
    presence: banks.presence.paraphrases,
    recognition: banks.recognition.paraphrases,
    documents: EVALUATED_DOCUMENTS,
  };
  const random = createRandom(RECIPE.seed).fork('evaluation');
  const result = {
    table: await evaluateBase(context, random.fork('table')),
    kinds: await evaluateTriggerKinds(context, random.fork('kinds')),
  };
  await session.dispose();
  return result;
}

async function main(): Promise<void> {
  const banks = await readBanks();
  const vocabulary = createVocabulary(banks);
  const world: CorpusWorld = createWorld(banks, RECIPE.heldOutAgents);
  const owner = fingerprint([RECIPE, banks, vocabulary.tokens]);
  const file = join(flags.work, 'state.safetensors');
  await mkdir(flags.work, { recursive: true });
  const started = performance.now();
  let tokens = 0;
  let losses: number[] = [];

  const onStep = async (progress: PretrainingProgress): Promise<void> => {
    tokens += progress.tokens;
    losses.push(progress.loss);
    const isLast = progress.step === progress.steps;
    if (progress.step % SAVE_EVERY_STEPS !== 0 && !isLast) return;
    await writePretrainingState(file, progress.state(), owner);
    const seconds = (performance.now() - started) / 1000;
    const loss = losses.reduce((sum, value) => sum + value, 0) / losses.length;
    losses = [];
    console.log(
      `stage ${progress.stage + 1}/${RECIPE.stages.length} step ${progress.step}/${progress.steps} ` +
        `loss ${loss.toFixed(3)} ${seconds.toFixed(0)} s ${(tokens / seconds).toFixed(0)} tokens/s`,
    );
  };

  const resume = await readPretrainingState(file, owner);
  const state = await pretrain({
    recipe: RECIPE,
    world,
    vocabulary,
    threads: Number(flags.threads),
    resume,
    onStep,
  });
  await writeBase({ state, world, vocabulary, banks, owner });
}

async function writeBase(run: FinishedRun): Promise<void> {
  const evaluation = await evaluate(run);
  const { state, world, vocabulary, banks, owner } = run;
  const options = { recipe: RECIPE, vocabulary, world };
  const base = (name: Float32Array): ReturnType<typeof finishBase> => finishBase(options, state, name);
  const { dependent, constant } = meanNames(options, state);
  const { config } = base(constant);
  const session = await ScoringSession.create({ config, maxTokens: config.maxPositions }, { threads: 1 });
  const { name, share } = await findNeutralName({
    session,
    vocabulary,
    paraphrases: world.wordings.presence,
    dependent,
    constant,
    weightsWith: (candidate) => base(candidate).weights,
  });
  const { weights } = base(name);
  const heldOut = banks.presence.paraphrases.filter((paraphrase) => paraphrase.heldOut === true);
  const asked = { session, vocabulary };
  const ownPresence = {
    share,
    shownWordings: await probabilityOfDepends({ ...asked, paraphrases: world.wordings.presence }, weights),
    heldOutWordings: await probabilityOfDepends({ ...asked, paraphrases: heldOut }, weights),
  };
  await session.dispose();
  const tokenizerFiles = new Map(
    Object.entries(pocketTokenizerFiles(vocabulary)).map(([file, content]) => [
      file,
      `${JSON.stringify(content)}\n`,
    ]),
  );
  await rm(flags.out, { recursive: true, force: true });
  await writeCheckpoint(flags.out, { config, weights, tokenizerFiles });
  const { sha256 } = await readCheckpoint(flags.out);
  const provenance = {
    sha256,
    fingerprint: owner,
    recipe: RECIPE,
    vocabulary: vocabulary.size,
    ownPresence,
    evaluation,
  };
  await writeFile(join(flags.out, 'provenance.json'), `${JSON.stringify(provenance, null, 2)}\n`);
  await writeFile(join(flags.out, 'README.md'), renderModelCard(provenance));
  console.log(`Wrote ${flags.out} (sha256 ${sha256}).`);
}

await main();
