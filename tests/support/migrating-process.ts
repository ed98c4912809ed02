import { migrate } from '#server/db/migrate.ts';
import { connectByUrl } from '#server/db/open.ts';

/** A process that migrates a database and reports what it applied. */
const [url, folder] = process.argv.slice(2);
const sql = connectByUrl(url!);
const applied = await migrate(sql, folder);
await sql.end();
process.send!(applied);
