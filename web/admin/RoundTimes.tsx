import { useState } from 'react';
import type { WhitelistRound } from '#contract/whitelist-rounds.ts';
import { Button } from '#web/ui/Button.tsx';
import { roundTexts as words } from './round-texts.ts';
import type { RoundActs } from './use-round.ts';

const MINUTE = 60_000;

/** Without it browsers take a year of six digits, and a time typed at one go has a wrong year. */
const LATEST = '9999-12-31T23:59';

/** As a field for date and time takes it: in the admin's own zone. */
function fieldOf(at: string | null): string {
  if (at === null) return '';
  const time = Date.parse(at);
  const zone = new Date(time).getTimezoneOffset() * MINUTE;
  return new Date(time - zone).toISOString().slice(0, 16);
}

const timeOf = (field: string) => (field === '' ? null : new Date(field).toISOString());

export function RoundTimes({ round, acts }: { round: WhitelistRound; acts: RoundActs }) {
  /** What was typed: only that is saved, so that nothing of another admin is undone. */
  const [draft, setDraft] = useState<{ opensAt?: string; closesAt?: string }>({});
  const { opensAt, closesAt } = draft;
  const save = (times: Parameters<RoundActs['setTimes']>[1]) =>
    acts.setTimes(round.id, times, () => setDraft({}));
  return (
    <form
      className="round-times"
      onSubmit={(event) => {
        event.preventDefault();
        save({
          ...(opensAt === undefined ? {} : { opensAt: timeOf(opensAt) }),
          ...(closesAt === undefined ? {} : { closesAt: timeOf(closesAt) }),
        });
      }}
    >
      <p className="text-small text-dim">{words.about}</p>
      <div className="round-fields">
        <TimeField
          label={words.opens}
          value={opensAt ?? fieldOf(round.opensAt)}
          onChange={(opensAt) => setDraft({ ...draft, opensAt })}
        />
        <TimeField
          label={words.closes}
          value={closesAt ?? fieldOf(round.closesAt)}
          onChange={(closesAt) => setDraft({ ...draft, closesAt })}
        />
      </div>
      <div className="actions">
        <Button look="primary" type="submit" disabled={acts.isBusy}>
          {words.save}
        </Button>
        {round.state === 'open' && (
          <Button
            disabled={acts.isBusy}
            // The server turns a time that is past into now.
            onClick={() => save({ closesAt: new Date(0).toISOString() })}
          >
            {words.closeNow}
          </Button>
        )}
      </div>
    </form>
  );
}

function TimeField(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label>
      <span className="strong">{props.label}</span>
      <input
        type="datetime-local"
        className="field tabular"
        max={LATEST}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </label>
  );
}
