/** Names that are kept: for their owner, for the one who gave them up, for the admin (N3). */
import { formatCountOf } from './amounts.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Changes of a name in any 24 hours. The first name is none. */
export const NAME_CHANGES_A_DAY = 5;
export const NAME_CHANGE_WINDOW_MS = 24 * HOUR_MS;

/** For so long only its last owner may take a name that was given up. */
export const GIVEN_UP_NAME_MS = 30 * 24 * HOUR_MS;

/**
 * Only the admin's name has one of these words. None is made of others of this file: a pattern of them would try every
 * way to cut a name into words.
 */
export const ADMIN_WORDS = [
  ...['admin', 'admins', 'administrator', 'administrators', 'administration'],
  ...['moderator', 'moderators', 'moderation', 'official', 'officials', 'support', 'staff'],
  'mainz',
];

/** A name made of nothing else is the admin's too: `Mod`, `System Team`. */
export const ADMIN_NAMES = ['mod', 'mods', 'system', 'team', 'server', 'root', 'owner', 'founder'];

/** Around the words above they change nothing: `TheRealAdmin2`. */
export const FILLER_WORDS = ['the', 'real', 'true', 'help', 'desk', 'bot', 'chat', 'wallet', 'tm'];

/**
 * How long until the next change, in ms; 0 when it may be made now.
 * @param changes when the name was changed, in any order
 */
export function waitForChange(changes: readonly Date[], now: Date, most: number): number {
  const ends = changes.map((at) => at.getTime() + NAME_CHANGE_WINDOW_MS);
  const running = ends.filter((end) => end > now.getTime()).sort((a, b) => b - a);
  return running.length < most ? 0 : (running[most - 1] as number) - now.getTime();
}

/** `3 hours`, `1 minute`: never less than it takes. */
export function waitInWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return formatCountOf(count, unit);
}
