/**
 * Nodes behind one address differ by seconds, unless one of them is stuck: it goes on answering, with what was true hours
 * ago. The public nodes of mainnet did so for days in July 2026. Over gRPC each answer tells how far its node is.
 */
import { TransportError } from '#server/sui/calls/failures.ts';

const HEIGHT = 'x-sui-checkpoint-height';
/** Two minutes on mainnet. */
const MOST_BEHIND = 500;
/** Not longer: a node that was set back, or one wrong number, shuts out everything else for this time. */
const PROVEN_FOR_MS = 10 * 60 * 1000;

/** @returns a check of the headers of each answer, which throws TransportError when its node is far behind another one */
export function createNewestCheckpoint(now = () => performance.now()): (headers: Headers) => void {
  let newest = 0;
  let seenAt = Number.NEGATIVE_INFINITY;
  return (headers) => {
    const told = headers.get(HEIGHT) ?? '';
    if (!/^\d+$/.test(told)) return;
    const height = Number(told);
    const at = now();
    if (height >= newest || at - seenAt > PROVEN_FOR_MS) [newest, seenAt] = [height, at];
    else if (newest - height > MOST_BEHIND) {
      throw new TransportError(
        'server',
        `a node at checkpoint ${height}, another was at ${newest}`,
      );
    }
  };
}
