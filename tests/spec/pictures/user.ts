/** Ace, as the server answers after a change of the name. */
import { ACE } from '../scripted-battle.ts';

export const user = () => ({
  walletAddress: ACE,
  username: 'Ace',
  displayName: 'Ace',
  profilePicture: null,
  nftCount: 12,
  syncedAt: new Date().toISOString(),
  isStale: false,
  createdAt: new Date().toISOString(),
});
