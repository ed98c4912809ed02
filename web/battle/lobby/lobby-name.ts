import { cleanLobbyName } from '#rules/battle/lobby.ts';
import { Refusal } from '#rules/refusal.ts';
import { texts } from '#web/battle/game/texts.ts';

/** What is wrong with a lobby name, before it is sent; null when it will do. */
export function lobbyNameProblem(name: string): string | null {
  try {
    cleanLobbyName(name);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const { nameRequired, nameInvalid } = texts.lobby;
    return refusal.reason === 'lobby-name-empty' ? nameRequired : nameInvalid;
  }
}
