/** `npm run bench`: benchmarks and trials; see README.md in this folder. */
import { trialFaults } from './faults.ts';
import { benchGrowth } from './growth.ts';
import { benchMatches } from './matches.ts';
import { benchPages } from './pages.ts';
import { benchPollers } from './pollers.ts';
import { trialProxies } from './proxies.ts';
import { benchReads } from './reads.ts';
import { benchRounds } from './rounds.ts';
import { trialHostile, trialKills, trialRaces } from './trials.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  matches: benchMatches,
  reads: benchReads,
  pollers: benchPollers,
  growth: benchGrowth,
  rounds: benchRounds,
  pages: benchPages,
  races: trialRaces,
  kills: trialKills,
  hostile: trialHostile,
  proxies: trialProxies,
  faults: trialFaults,
};
/** The default benchmarks: a few minutes together. */
const USUAL = ['matches', 'reads'];

const names = process.argv.slice(2);
const unknown = names.find((name) => BENCHES[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const name of names.length > 0 ? names : USUAL) await BENCHES[name]?.();
}
