/**
 * Checks an installation, with the settings and .env that the server reads, whether it runs or not:
 *
 *   npm run doctor
 *
 * Exit code 1 if something is wrong, else 0; odd findings do not count.
 */
import { startupWarnings } from '#server/start/startup-warnings.ts';
import { odd, wrong } from './doctor/finding.ts';
import { lookAtDisks } from './doctor/machine.ts';
import { lookAtGateways, lookFromOutside } from './doctor/outside.ts';
import { lookAtChain, lookAtDatabase, lookAtRedis } from './doctor/services.ts';
import { runOperatorCommand } from './operator-command.ts';

const SIGNS = { right: 'right', odd: 'ODD  ', wrong: 'WRONG' } as const;

await runOperatorCommand(async (config) => {
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
      console.log(`${SIGNS[state]}  ${about.padEnd(10)}  ${words}`);
      if (state === 'wrong') count += 1;
    }
  }
  console.log(count === 0 ? 'Nothing is wrong.' : `${count} wrong.`);
  if (count > 0) process.exitCode = 1;
});
