/**
 * Checks an installation, with the settings and .env that the server reads, whether it runs or not:
 *
 *   npm run doctor
 *
 * Exit code 1 if something is wrong, else 0; odd findings do not count.
 */
import { examine } from './doctor/examine.ts';
import { runOperatorCommand } from './operator-command.ts';

await runOperatorCommand(async (config) => {
  if (!(await examine(config, console.log))) process.exitCode = 1;
});
