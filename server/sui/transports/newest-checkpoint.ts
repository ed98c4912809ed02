/**
 * Nodes behind one address differ by seconds, unless one of them is stuck: it goes on answering, with what was true hours
 * ago. The public nodes of mainnet did so for days in July 2026. Over gRPC each answer tells how far its node is, and
 * over GraphQL each question asks for it.
 */
import { TransportError } from '#server/sui/calls/failures.ts';

/** Two minutes on mainnet. */
const MOST_BEHIND = 500;
/** Not longer: nodes that were set back are shut out for this time. */
const PROVEN_FOR_MS = 10 * 60 * 1000;

/**
 * One answer alone may tell a wrong number. So of the heights told, the second highest is how far the chain has come.
 * @returns a check of the height that each answer tells, which throws TransportError when its node is far behind that
 */
export function createNewestCheckpoint(now = () => performance.now()) {
  let highestTwo: readonly { readonly height: number; readonly at: number }[] = [];
  return (told: string): void => {
    if (!/^\d+$/.test(told)) return;
    const height = Number(told);
    const at = now();
    const recent = highestTwo.filter((one) => at - one.at <= PROVEN_FOR_MS);
    highestTwo = [{ height, at }, ...recent].sort((a, b) => b.height - a.height).slice(0, 2);
    const newest = highestTwo[1]?.height ?? height;
    if (newest - height > MOST_BEHIND) {
      throw new TransportError(
        'server',
        `a node at checkpoint ${height}, others were at ${newest}`,
      );
    }
  };
}
