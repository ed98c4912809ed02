/** Every picture there is. */
import { adminScenes } from './admin.ts';
import { homeScenes } from './home.ts';
import { doorScenes, lobbyScenes } from './lobby.ts';
import { matchScenes } from './match.ts';
import { profileScenes } from './profile.ts';
import type { BattleScene, Scenes } from './scene.ts';
import { walletScenes } from './wallet.ts';
import { whitelistScenes } from './whitelist.ts';

export const SCENES: Scenes = {
  ...walletScenes,
  ...homeScenes,
  ...profileScenes,
  ...whitelistScenes,
  ...adminScenes,
  ...doorScenes,
};

export const BATTLE_SCENES: Scenes<BattleScene> = { ...lobbyScenes, ...matchScenes };
