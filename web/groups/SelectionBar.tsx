import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

interface SelectionBarProps {
  count: number;
  onMove: (anchor: Element) => void;
  onClear: () => void;
}

/** Actions on the selected cards, at the bottom of the screen. */
export function SelectionBar({ count, onMove, onClear }: SelectionBarProps) {
  if (count === 0) return null;
  const words = texts.selection;
  return (
    <section className="selection-bar" aria-label={words.label}>
      <p className="tabular strong">{words.count(count)}</p>
      <Button
        look="primary"
        size="sm"
        aria-haspopup="menu"
        onClick={(event) => onMove(event.currentTarget)}
      >
        {words.moveTo}
      </Button>
      <Button look="plain" size="sm" onClick={onClear}>
        <Icon name="close" size="1rem" /> {words.clear}
      </Button>
    </section>
  );
}
