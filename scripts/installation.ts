/**
 * Notes that a database is for what the settings ask for, where the server cannot know it by itself:
 *
 *   node_modules/.bin/node scripts/installation.ts
 *
 * - collectors without a card, from before databases noted what they are for;
 * - a collection type that is gone for good: its cards leave the collectors at their next readings,
 *   and whitelist entries that they back lapse.
 *
 * It reads the settings and .env as the server does, which must not run meanwhile. What is for another
 * network or collection stays so: there another database is the answer.
 */
import { openDatabase } from '#server/db/open.ts';
import { installationOf } from '#server/start/demo-mode.ts';
import { createLog } from '#server/start/log.ts';
import { runOperatorCommand } from './operator-command.ts';

await runOperatorCommand(async (asked) => {
  const installation = await installationOf(asked);
  const db = await openDatabase({
    ...asked,
    installation,
    isAssigned: true,
    log: createLog(asked.logLevel),
    onLost: (reason) => console.error(reason.message),
  });
  await db.close();
  const { isDemo, network, collectionTypes } = installation;
  console.log(
    `The database is for ${isDemo ? 'the demo' : `${collectionTypes.join(', ')} on ${network}`}.`,
  );
});
