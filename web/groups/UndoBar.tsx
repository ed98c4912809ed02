import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';

/** Takes back the deletion of a group, at the bottom of the screen: the group may have been far below. */
export function UndoBar({ organiser }: { organiser: OrganiserModel }) {
  const { undo, selection } = organiser;
  // Selected cards have the place.
  if (undo === null || selection.ids.size > 0) return null;
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
