import { useQuery } from '@tanstack/react-query';
import type { Address } from '#rules/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyAndTell } from '#web/ui/clipboard.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { RoundState } from './RoundLine.tsx';
import {
  newestPublished,
  type Published,
  proofPath,
  proofQuery,
  roundsQuery,
} from './round-queries.ts';
import { roundTexts as words } from './round-texts.ts';
import './round.css';

/** On a collector's own whitelist card: when the round closes, and whether they are in the published list. */
export function RoundNote({ address }: { address: Address }) {
  const { data: rounds } = useQuery(roundsQuery);
  const frozen = newestPublished(rounds ?? []);
  return (
    <>
      <RoundState round={rounds?.[0]} />
      {frozen !== undefined && frozen !== rounds?.[0] && <RoundState round={frozen} />}
      {frozen !== undefined && <OwnPlace round={frozen} address={address} />}
    </>
  );
}

function OwnPlace({ round, address }: { round: Published; address: Address }) {
  const proof = useQuery(proofQuery(round, address));
  if (proof.isError) {
    return <Failure sign="warn" words={words.failed} onRetry={() => void proof.refetch()} />;
  }
  if (proof.data === undefined) return null;
  if (proof.data === null) return <p className="text-dim">{words.out}</p>;
  const { data } = proof;
  return (
    <div className="round-in">
      <p className="round-in-words">
        <Icon name="check" />
        {words.in(data.entries)}
      </p>
      <p className="text-small text-dim">{words.proofAbout}</p>
      <p className="row round-files">
        <Button
          size="sm"
          onClick={() => void copyAndTell(JSON.stringify(data, null, 2), words.copying)}
        >
          <Icon name="copy" />
          {words.copy}
        </Button>
        <a className="link link-touch" href={proofPath(round, address)}>
          {words.open}
        </a>
      </p>
    </div>
  );
}
