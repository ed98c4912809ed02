/** The files of a round, line by line, from whoever publishes them. */

/** The round cannot be checked: told in one line. */
export class VerifyError extends Error {
  override name = 'VerifyError';
}

export interface PublishedRound {
  readonly id: number;
  readonly published: {
    readonly root: string;
    readonly wallets: number;
    readonly entries: number;
    readonly registrations: number;
    readonly counted: number;
    readonly firstCheckpoint: number | null;
    readonly lastCheckpoint: number | null;
  };
}

/** A call that gets no byte for so long has failed, in ms. */
const IDLE_TIMEOUT_MS = 60_000;
/** A longer line is none of ours: 20,000 cards are 1.5 MB. */
const LONGEST_LINE = 16 * 1024 * 1024;

async function get(
  url: string,
  signal: AbortSignal = AbortSignal.timeout(IDLE_TIMEOUT_MS),
): Promise<Response> {
  const answer = await fetch(url, { signal }).catch((error) => {
    throw new VerifyError(`${url} cannot be read: ${error.cause?.message ?? error.message}`);
  });
  if (answer.ok) return answer;
  const text = (await answer.text()).slice(0, 300);
  throw new VerifyError(`${url} answered ${answer.status}: ${text}`);
}

/** @param url of a round, `https://host/api/booster-pack/rounds/1`, or of a host: its newest frozen one */
export async function findRound(url: string): Promise<{ base: string; round: PublishedRound }> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null) throw new VerifyError(`${url} is no URL`);
  const named = /^(.*\/api\/booster-pack\/rounds)\/(\d+)\/?$/.exec(parsed.origin + parsed.pathname);
  const all = named?.[1] ?? `${parsed.origin}/api/booster-pack/rounds`;
  const rounds = (await (await get(all)).json()) as { id: number; published: object | null }[];
  const wanted = named === null ? rounds.find(({ published }) => published !== null) : null;
  const id = named?.[2] ?? wanted?.id;
  if (id === undefined) throw new VerifyError('no round is frozen there yet');
  const round = (await (await get(`${all}/${id}`)).json()) as PublishedRound;
  if (round.published === null) throw new VerifyError(`round ${id} is not frozen yet`);
  return { base: `${all}/${id}`, round };
}

/** The lines of a file without their ends; the last one may lack its own, and is then told apart. */
export async function* linesOf(url: string, idleMs = IDLE_TIMEOUT_MS): AsyncGenerator<string> {
  const silence = new AbortController();
  const end = () => silence.abort(new VerifyError(`${url}: nothing came for so long`));
  const timer = setTimeout(end, idleMs);
  try {
    const { body } = await get(url, silence.signal);
    if (body === null) return;
    let rest = '';
    for await (const piece of body.pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))) {
      timer.refresh();
      const lines = (rest + piece).split('\n');
      rest = lines.pop() as string;
      if (rest.length > LONGEST_LINE) throw new VerifyError('a line has no end');
      yield* lines;
    }
    if (rest !== '') yield `${rest} (without its end)`;
  } finally {
    clearTimeout(timer);
  }
}
