/** Lobbies: a name, an owner, one free seat (B8). */
import { cleanReadableName } from '../collectors.ts';
import { Refusal } from '../refusal.ts';

export const MAX_PLAYERS = 2;
/** In visible characters, see `countCharacters`. */
export const LOBBY_NAME_MAX_CHARACTERS = 60;
/** A lobby closes when its creator sends no request for this long. */
export const CREATOR_GONE_SECONDS = 60;
export const LOBBY_LIFE_SECONDS = 600;
/** Most lobbies in the list: half of them those that wait longest, half the newest. Even. */
export const LOBBIES_CAP = 100;

/** The name in its stored form. Refusals: lobby-name-empty, lobby-name-invalid. */
export function cleanLobbyName(text: string): string {
  try {
    return cleanReadableName(text, LOBBY_NAME_MAX_CHARACTERS);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (refusal.reason === 'name-empty') throw new Refusal('lobby-name-empty');
    throw new Refusal('lobby-name-invalid', { max: LOBBY_NAME_MAX_CHARACTERS });
  }
}
