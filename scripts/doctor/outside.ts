/** Checks PUBLIC_ORIGIN, the proxy and the picture gateways as a visitor reaches them. */
import { randomBytes } from 'node:crypto';
import type { RequestEcho } from '#server/http/request-echo.ts';
import { addressFor, type Config } from '#server/start/config.ts';
import { VERSION, type Version, versionWord } from '#server/start/version.ts';
import { causeOf, type Finding, odd, right, skew, wrong } from './finding.ts';

const TIMEOUT_MS = 5_000;
/** Each of SERVERS has its own echoes; a new connection may lead to any of them. */
const TRIES = 50;
/** RFC 5737 reserves it for examples. */
const FORGED = '203.0.113.77';
/** The empty file, which every gateway has. */
const EMPTY_CID = 'bafkqaaa';

export async function lookFromOutside(config: Config): Promise<Finding[]> {
  const origin = config.publicOrigin ?? addressFor(config.host, config.port);
  const echoId = randomBytes(16).toString('hex');
  let answer: Response;
  try {
    answer = await ask(`${origin}/healthz?echo=${echoId}`, { 'x-forwarded-for': FORGED });
  } catch (error) {
    return [
      config.publicOrigin === null
        ? odd('server', `None runs at ${origin} (${causeOf(error)}).`)
        : wrong(
            'origin',
            `PUBLIC_ORIGIN ${origin} cannot be reached from here: ${causeOf(error)}.`,
          ),
    ];
  }
  const told = (await answer.json().catch(() => null)) as (Version & { status?: string }) | null;
  if (!answer.ok || told?.status !== 'ok' || typeof told.version !== 'string') {
    return [wrong('origin', `${origin} is answered by something else (status ${answer.status}).`)];
  }
  const ours = versionWord(VERSION);
  const theirs = versionWord(told);
  const found = [
    theirs === ours
      ? right('origin', `${origin} is answered by version ${theirs}.`)
      : odd(
          'origin',
          `${origin} is answered by version ${theirs}, and this folder has ${ours}: start the server anew.`,
        ),
  ];
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (config.publicOrigin !== null && !Number.isNaN(date)) {
    // The header has whole seconds.
    found.push(skew('clock', Math.max(0, Math.abs(date - Date.now()) - 1_000)));
  }
  return [...found, ...(await lookAtProxy(config, origin, echoId))];
}

async function lookAtProxy(config: Config, origin: string, echoId: string): Promise<Finding[]> {
  const url = `${addressFor(config.host, config.metricsPort ?? config.port)}/echoes/${echoId}`;
  let echo: RequestEcho | null = null;
  for (let tries = config.servers === 1 ? 1 : TRIES; tries > 0 && echo === null; tries -= 1) {
    echo = await ask(url, { connection: 'close' })
      .then(async (answer) => (answer.ok ? ((await answer.json()) as RequestEcho) : null))
      .catch(() => null);
  }
  if (echo === null) {
    return [
      odd(
        'proxy',
        'How calls arrive cannot be seen: set METRICS_PORT, and run this where the server runs (with several servers it was another one this time).',
      ),
    ];
  }
  return judgeProxy(echo, config, origin);
}

/** @param origin called with a forged address in `X-Forwarded-For` */
function judgeProxy(echo: RequestEcho, config: Config, origin: string): Finding[] {
  const { host } = new URL(origin);
  const found = [judgeAddress(echo, config)];
  if (echo.host !== host) {
    const words = `Host arrives as ${echo.host} and not as ${host}: have the proxy pass it on.`;
    found.push(odd('proxy', words));
  }
  return found;
}

function judgeAddress(
  { clientAddress, peerAddress, forwardedFor }: RequestEcho,
  { trustProxy, publicOrigin }: Config,
): Finding {
  const isBehindProxy = publicOrigin?.startsWith('https://');
  // A visitor on the proxy's own machine has the proxy's address.
  const lastHop = forwardedFor?.split(',').at(-1)?.trim();
  if (clientAddress === FORGED) {
    return wrong(
      'proxy',
      `A forged X-Forwarded-For is believed: the proxy has to write the visitor's address at its end, and TRUST_PROXY (${trustProxy}) has to name the proxy only.`,
    );
  }
  if (isBehindProxy && (forwardedFor === null || forwardedFor === FORGED)) {
    return wrong(
      'proxy',
      `Calls arrive from ${peerAddress} without the visitor's address: the proxy has to write X-Forwarded-For.`,
    );
  }
  if (isBehindProxy && clientAddress === peerAddress && lastHop !== peerAddress) {
    return wrong(
      'proxy',
      `Every visitor counts as ${peerAddress}, the proxy: set TRUST_PROXY to its address.`,
    );
  }
  return right(
    'proxy',
    `A call from here counts as ${clientAddress}, with X-Forwarded-For ${forwardedFor ?? 'unset'}.`,
  );
}

/** The demo's own gateways are paths. */
const isExternal = (gateway: string): boolean => !gateway.startsWith('/');

export async function lookAtGateways({ ipfsGateways }: Config): Promise<Finding[]> {
  return Promise.all(
    ipfsGateways.filter(isExternal).map(async (gateway) => {
      const url = gateway.includes('{cid}')
        ? gateway.replace('{cid}', EMPTY_CID)
        : `${gateway.replace(/\/$/, '')}/${EMPTY_CID}`;
      try {
        const { status } = await ask(url);
        return status < 500
          ? right('pictures', `${gateway} answers (status ${status}).`)
          : odd('pictures', `${gateway} is out of order (status ${status}).`);
      } catch (error) {
        return odd('pictures', `${gateway} does not answer: ${causeOf(error)}.`);
      }
    }),
  );
}

const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
