/**
 * Assigns a database to this installation when the server cannot know it:
 *
 *   node_modules/.bin/node scripts/installation.ts
 *
 * - collectors without a card, in a database that has no record yet;
 * - a collection type that was removed for good: its cards disappear at the next readings, and whitelist entries
 * backed by them lapse.
 *
 * It reads the settings and .env like the server, which must be stopped. A database of another network or collection
 * is refused: use another database there.
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
