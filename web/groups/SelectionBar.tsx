import { NOTHING } from '#web/cards/selection.ts';
import { Button } from '#web/ui/Button.tsx';
import { HowMany } from '#web/ui/HowMany.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { onlyStack } from './stacks.ts';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';

interface SelectionBarProps {
  organiser: OrganiserModel;
  onMove: (anchor: Element) => void;
}

/** Actions on the selected cards, at the bottom of the screen. For one stack a field sets how many of its cards are selected. */
export function SelectionBar({ organiser, onMove }: SelectionBarProps) {
  const { sections, selection, setSelection } = organiser;
  const selected = selection.ids;
  if (selected.size === 0) return null;
  const stack = onlyStack(sections, selected);
  const words = texts.selection;
  return (
    <section className="foot-bar selection-bar" aria-label={words.label}>
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
