/** Checks Redis and the chain with the server's own code. */
import { pino } from 'pino';
import { canonicalAddress } from '#rules/address.ts';
import { normalMoveType } from '#rules/cards.ts';
import { openRedis } from '#server/cluster/redis.ts';
import type { Config } from '#server/start/config.ts';
import { printableUrl } from '#server/start/printable-url.ts';
import { whyNoObject } from '#server/sui/calls/checks.ts';
import { type Chain, GENESIS } from '#server/sui/chain.ts';
import { createSuiChain } from '#server/sui/sui-chain.ts';
import { causeOf, type Finding, odd, right, wrong } from './finding.ts';

const silent = pino({ level: 'silent' });
/** A chain makes several checkpoints a second. */
const ODD_LAG_SECONDS = 15;
const WRONG_LAG_SECONDS = 120;

/** @param madeAt when the newest checkpoint that the node knows was made */
function lag(madeAt: Date | null): Finding {
  if (madeAt === null) return odd('chain', 'How far it lags behind is not told by this node.');
  const seconds = Math.max(0, Math.round((Date.now() - madeAt.getTime()) / 1_000));
  const words = `Its newest checkpoint is ${seconds} s old`;
  if (seconds > WRONG_LAG_SECONDS) {
    return wrong(
      'chain',
      `${words}: it lags behind, and cards are shown as they were. Take another node.`,
    );
  }
  return seconds > ODD_LAG_SECONDS ? odd('chain', `${words}.`) : right('chain', `${words}.`);
}

/** Fields that the cards' names and pictures are taken from without a Display. */
const PICTURE_FIELDS = ['image_url', 'img_url', 'url'];

/** Whether a type can be a card: owned, placed in kiosks, sent, with a name and a picture. */
async function lookAtStruct(chain: Chain, type: string): Promise<Finding> {
  const about = 'collection';
  const declared = await chain.struct(type);
  if (declared === null) {
    return wrong(about, `Its package declares no struct ${type}: look at COLLECTION_TYPES.`);
  }
  const why = whyNoObject(type, declared);
  if (why !== null) return wrong(about, `${why}.`);
  const { abilities, fields } = declared;
  if (!abilities.includes('key')) {
    return wrong(about, `${type} has not the ability key: nobody can own one, so it is no card.`);
  }
  if (!abilities.includes('store')) {
    return wrong(
      about,
      `${type} has not the ability store: it can be in no kiosk, and nobody can send one.`,
    );
  }
  const lacks = [
    ...(fields.includes('name') ? [] : ['name']),
    ...(PICTURE_FIELDS.some((name) => fields.includes(name)) ? [] : ['image_url']),
  ];
  if (lacks.length > 0) {
    return odd(
      about,
      `${type} has no field ${lacks.join(' and no ')}: a Display (V2) has to tell it, else cards are shown without.`,
    );
  }
  return right(
    about,
    `${type} can be owned, placed in kiosks and sent, and has a name and a picture.`,
  );
}

export async function lookAtRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === null)
    return right('redis', 'REDIS_URL is not set: this is meant to be the only server.');
  try {
    const redis = await openRedis(redisUrl, silent);
    await redis.close();
    return right('redis', `It answers at ${printableUrl(redisUrl)}, and may be used as we use it.`);
  } catch (error) {
    return wrong('redis', causeOf(error));
  }
}

export async function lookAtChain(config: Config): Promise<Finding[]> {
  const { transport, url, network, apiKey } = config.sui;
  if (url === null) return [right('chain', 'Demo mode: the chain is a stand-in.')];
  const { collectionTypes } = config;
  const chain = createSuiChain({
    transport,
    url,
    network,
    genesis: config.isDemo ? undefined : GENESIS[network],
    apiKey: apiKey ?? undefined,
    collectionTypes,
  });
  const at = `${printableUrl(url)} over ${transport}`;
  try {
    const asked = performance.now();
    const epoch = await chain.epoch();
    const ms = Math.round(performance.now() - asked);
    const found = [right('chain', `Epoch ${epoch} of ${at}, answered within ${ms} ms.`)];
    found.push(lag(await chain.checkpointTime()));
    const packages = [
      ...Map.groupBy(collectionTypes, (type) => normalMoveType(type).split('::', 1)[0]!),
    ];
    const objects = await chain.objects(packages.map(([id]) => canonicalAddress(id)!));
    for (const [index, [id, types]] of packages.entries()) {
      if (objects[index] === null) {
        const words = `There is no package ${id} on ${network}: look at COLLECTION_TYPES and SUI_NETWORK.`;
        found.push(wrong('collection', words));
        continue;
      }
      found.push(right('collection', `The package ${id} is on ${network}.`));
      for (const type of types) found.push(await lookAtStruct(chain, type));
    }
    return found;
  } catch (error) {
    return [
      wrong(
        'chain',
        `No use of ${at}: ${causeOf(error)}. Look at SUI_URL, SUI_TRANSPORT and SUI_API_KEY.`,
      ),
    ];
  } finally {
    await chain.close();
  }
}
