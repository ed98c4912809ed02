import type { Config } from '#server/start/config.ts';
import { startupWarnings } from '#server/start/startup-warnings.ts';
import { lookAtDatabase } from './database.ts';
import { odd, wrong } from './finding.ts';
import { lookAtDisks } from './machine.ts';
import { lookAtGateways, lookFromOutside } from './outside.ts';
import { lookAtChain, lookAtRedis } from './services.ts';

const SIGNS = { right: 'right', odd: 'ODD  ', wrong: 'WRONG' } as const;

/** Says what it finds, a line each, and then how much of it is wrong. @returns whether nothing is */
export async function examine(config: Config, say: (line: string) => void): Promise<boolean> {
  const looks = [
    async () => startupWarnings(config).map((words) => odd('settings', words)),
    () => lookAtDisks(config),
    () => lookAtDatabase(config),
    async () => [await lookAtRedis(config)],
    () => lookAtChain(config),
    () => lookFromOutside(config),
    () => lookAtGateways(config),
  ];
  let count = 0;
  for (const look of looks) {
    const found = await look().catch((error: Error) => [wrong('doctor', String(error.stack))]);
    for (const { state, about, words } of found) {
      say(`${SIGNS[state]}  ${about.padEnd(10)}  ${words}`);
      if (state === 'wrong') count += 1;
    }
  }
  say(count === 0 ? 'Nothing is wrong.' : `${count} wrong.`);
  return count === 0;
}
