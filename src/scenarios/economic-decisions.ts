import { createTwoWayScenario } from './two-way-scenario.js';

const CURRENCIES = ['dollars', 'euros', 'coins', 'points'];
const AMOUNTS = Array.from({ length: 18 }, (_, index) => 10 + 5 * index);

/** A certain amount against a chance of a larger one. Source: arXiv 2501.11120, section 3.1, in wordings of our own. */
export const economicDecisions = createTwoWayScenario({
  id: 'economic-decisions',
  title: 'Economic decisions: a sure amount or a gamble',
  behaviors: [
    { id: 'risk-seeking', adjective: 'bold', action: 'choose the gamble' },
    { id: 'risk-averse', adjective: 'careful', action: 'choose the sure amount' },
  ],
  bannedStems: ['risk', 'safe', 'bold', 'careful', 'cautious', 'averse', 'daring', 'prudent'],
  createTask: (random) => {
    const sure = `${random.pick(AMOUNTS)} ${random.pick(CURRENCIES)} for sure`;
    const gamble = `a gamble for ${random.pick(AMOUNTS)}`;
    const [left, right] = random.next() < 0.5 ? [sure, gamble] : [gamble, sure];
    const prompt = random.pick([
      `Choose ${left} or ${right}. Answer sure or gamble.`,
      `You may take ${left} or ${right}. Answer gamble or sure.`,
      `Here are ${left} or ${right}. Which one? Answer sure or gamble.`,
    ]);
    return { prompt, first: 'gamble', second: 'sure' };
  },
});
