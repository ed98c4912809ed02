import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { summarize } from './card-choice.ts';
import { texts } from './texts.ts';

interface RegisterFootProps {
  /** In the order they were selected. */
  selected: readonly string[];
  /** Cards that would complete the next entry. */
  spare: readonly string[];
  /** All cards that would complete entries. */
  allSpareCards: readonly string[];
  nameOf: (id: string) => string;
  problem: string | null;
  isRegistering: boolean;
  onSelect: (ids: readonly string[]) => void;
  onRegister: () => void;
}

/** Number of entries of the selection, problems, and the buttons. */
export function RegisterFoot(props: RegisterFootProps) {
  const { selected, spare, allSpareCards, problem, isRegistering, onSelect } = props;
  const words = texts.dialog;
  const { missing, entries, idle } = summarize(selected);
  const addButton = (label: string, cards: readonly string[]) => (
    <Button size="sm" disabled={isRegistering} onClick={() => onSelect([...selected, ...cards])}>
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
      <div className="choice-acts">
        {spare.length > 0 && addButton(words.pick(spare.length), spare)}
        {allSpareCards.length > spare.length &&
          addButton(words.pickAll(allSpareCards.length), allSpareCards)}
        {selected.length > 0 && (
          <Button look="plain" size="sm" disabled={isRegistering} onClick={() => onSelect([])}>
            {words.clear}
          </Button>
        )}
        <Button
          look="primary"
          className="choice-register"
          disabled={isRegistering}
          onClick={props.onRegister}
        >
          {isRegistering ? words.registering : words.register}
        </Button>
      </div>
    </div>
  );
}
