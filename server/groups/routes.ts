import type { CardGroup, groupRoutes } from '#contract/groups.ts';
import type { Group } from '#rules/groups.ts';
import { type Handlers, Reply } from '#server/http/handlers.ts';
import type { Groups } from './groups.ts';

const view = (group: Group): CardGroup => ({
  groupId: group.id,
  groupName: group.name,
  nftTokenIds: [...group.cardIds],
});

const PREFIX = 'groups-';
/** The ETag carries the version of the whole set. */
const etagOf = (version: string) => PREFIX + version;

/** Null skips the check. An If-Match of unknown form matches no version, so the save is refused. */
function versionsOf(ifMatch: readonly string[] | null): readonly string[] | null {
  if (ifMatch === null) return null;
  return ifMatch.filter((one) => one.startsWith(PREFIX)).map((one) => one.slice(PREFIX.length));
}

export function createGroupHandlers(groups: Groups): Handlers<keyof typeof groupRoutes> {
  return {
    'GET /api/nft-groups/{walletAddress}': async ({ params }) => {
      const set = await groups.read(params.walletAddress);
      return new Reply(set.groups.map(view), { etag: etagOf(set.version) });
    },

    'POST /api/nft-groups/{walletAddress}': async ({ params, body, ifMatch }) => {
      const wanted = body.groups.map((group) => ({
        id: group.groupId,
        name: group.groupName,
        cardIds: group.nftTokenIds,
      }));
      const saved = await groups.save(params.walletAddress, wanted, versionsOf(ifMatch));
      return new Reply(
        { groups: saved.groups.map(view), droppedTokenIds: saved.dropped },
        { etag: etagOf(saved.version) },
      );
    },
  };
}
