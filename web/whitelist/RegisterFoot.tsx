import { entryCount } from '#rules/whitelist.ts';
import { Button } from '#web/ui/Button.tsx';
import { HowMany } from '#web/ui/HowMany.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { summarize, toNextEntry } from './card-choice.ts';
import { texts } from './texts.ts';

interface RegisterFootProps {
  /** In the order they were selected. */
  selected: readonly string[];
  /** The cards for so many entries, or for as many as there are cards for among those shown. */
  choose: (entries: number) => readonly string[];
  nameOf: (id: string) => string;
  problem: string | null;
  isRegistering: boolean;
  onSelect: (ids: readonly string[]) => void;
  onRegister: () => void;
}

export function RegisterFoot(props: RegisterFootProps) {
  const { selected, choose, problem, isRegistering, onSelect } = props;
  const words = texts.dialog;
  const { missing, entries, idle } = summarize(selected);
  const all = choose(Number.MAX_SAFE_INTEGER);
  const most = entryCount(all.length);
  const button = (label: string, count: number) => (
    <Button size="sm" isBusy={isRegistering} onClick={() => onSelect(choose(count))}>
      {label}
    </Button>
  );
  return (
    <div className="choice-foot">
      <div className="choice-worth">
        <p role="status">
          <span className="choice-hint display" data-ready={missing === 0 || undefined}>
            {missing > 0 ? words.missing(missing) : words.ready(entries)}
          </span>{' '}
          {selected.length > 0 && (
            <span className="choice-count tabular text-small text-dim">
              {words.selected(selected.length)}
            </span>
          )}
        </p>
        {idle.length > 0 && (
          <p className="choice-idle">
            <span>{words.idle(idle.map(props.nameOf))}</span>
            <button
              type="button"
              className="link choice-leave"
              onClick={() => onSelect(selected.slice(0, selected.length - idle.length))}
            >
              {words.leaveOut}
            </button>
          </p>
        )}
        <Problem words={problem} className="choice-problem" />
      </div>
      <div className="row choice-acts">
        {most > 0 && (
          <HowMany
            label={words.howMany}
            count={entries}
            most={most}
            least={0}
            note={words.most(most)}
            onCount={(count) => onSelect(choose(count))}
          />
        )}
        {most > entries && button(words.pick(toNextEntry(selected.length)), entries + 1)}
        {most > entries + 1 && button(words.selectAll(all.length), most)}
        {selected.length > 0 && (
          <Button look="plain" size="sm" isBusy={isRegistering} onClick={() => onSelect([])}>
            {words.clear}
          </Button>
        )}
        <Button
          look="primary"
          className="choice-register"
          isBusy={isRegistering}
          onClick={props.onRegister}
        >
          {isRegistering ? words.registering : words.register}
        </Button>
      </div>
    </div>
  );
}
