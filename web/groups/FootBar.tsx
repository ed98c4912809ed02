import { NOTHING } from '#web/cards/selection.ts';
import { Button } from '#web/ui/Button.tsx';
import { HowMany } from '#web/ui/HowMany.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { onlyStack } from './canvas/stacks.ts';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';

interface FootBarProps {
  organiser: OrganiserModel;
  onMove: (anchor: Element) => void;
}

/** At the bottom of the screen: actions on the selected cards, else the offer to take a deletion back. */
export function FootBar(props: FootBarProps) {
  const isSelecting = props.organiser.selection.ids.size > 0;
  return isSelecting ? <SelectionBar {...props} /> : <UndoBar organiser={props.organiser} />;
}

/** For one stack a field sets how many of its cards are selected. */
function SelectionBar({ organiser, onMove }: FootBarProps) {
  const { sections, selection, setSelection } = organiser;
  const selected = selection.ids;
  const stack = onlyStack(sections, selected);
  const words = texts.selection;
  return (
    <section className="foot-bar" aria-label={words.label}>
      {stack === null ? (
        <p className="tabular strong">{words.count(selected.size)}</p>
      ) : (
        <HowMany
          key={stack.key}
          label={words.howMany(stack.cardIds.length)}
          count={selected.size}
          least={1}
          most={stack.cardIds.length}
          note={words.of(stack.cardIds.length)}
          onCount={(count) =>
            setSelection({ ...selection, ids: new Set(stack.cardIds.slice(0, count)) })
          }
        />
      )}
      <Button
        look="primary"
        size="sm"
        aria-haspopup="menu"
        onClick={(event) => onMove(event.currentTarget)}
      >
        {words.moveTo}
      </Button>
      <Button look="plain" size="sm" onClick={() => setSelection(NOTHING)}>
        <Icon name="close" size="1rem" /> <span>{words.clear}</span>
      </Button>
    </section>
  );
}

/** Takes back the deletion of a group, which may have been far below. */
function UndoBar({ organiser }: { organiser: OrganiserModel }) {
  const { undo } = organiser;
  if (undo === null) return null;
  return (
    <p className="foot-bar undo-bar">
      <Icon name="trash" />
      <span className="undo-words">{undo.text}</span>
      <Button size="sm" onClick={organiser.undoDelete}>
        <Icon name="undo" size="1rem" /> {texts.group.undo}
      </Button>
      <Button
        look="plain"
        size="sm"
        isIcon
        aria-label={texts.dismiss}
        onClick={organiser.dismissUndo}
      >
        <Icon name="close" size="1rem" />
      </Button>
    </p>
  );
}
